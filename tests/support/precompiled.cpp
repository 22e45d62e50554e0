// Has the precompiled header made, which main.cpp cannot use.
#include "support/catch.hpp"
