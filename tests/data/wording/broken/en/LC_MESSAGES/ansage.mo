This is no compiled catalogue.
