#!/usr/bin/env -S zsh -f
# SPDX-License-Identifier: GPL-3.0-or-later
# offers.zsh FOLDER LINE: what zsh offers after LINE and the Tab key, with the completions of FOLDER. A zsh of
# its own, at a terminal of its own, prints every word that a completion adds, between two marks.
zmodload zsh/zpty || exit 2
mkdir -p zsh
cat >zsh/.zshrc <<RC
PS1= RPS1=
unset zle_bracketed_paste
fpath=(${(qq)1} \$fpath)
autoload -Uz compinit
compinit -u -d $PWD/zsh/dump
bindkey '^I' complete-word
begin_offers() { print -r -- '<<offers' }
end_offers() { print -r -- 'offers>>'; exit }
compprefuncs=(begin_offers)
comppostfuncs=(end_offers)
compadd() {
    if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "\$@"
        return
    fi
    typeset -a hits
    builtin compadd -A hits "\$@"
    (( \$#hits )) && print -rl -- \$hits
}
RC
zpty shell "env -i TERM=dumb HOME=$PWD PATH=$PATH ZDOTDIR=$PWD/zsh zsh -d -i"
zpty -w -n shell "$2"$'\t'
text=
while zpty -r shell chunk; do
    text+=$chunk
    [[ $text == *'offers>>'* ]] && break
done
text=${${${text//$'\r'/}#*<<offers}%%offers>>*}
print -r -- $text | sed '/^$/d' | sort -u
zpty -d shell
