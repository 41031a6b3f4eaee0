" Interleave in Vim. Put it into ~/.vim/after/ftplugin/swift/interleave.vim, or source it.
"
"   :make            explores this file
"   :Grade           grades this exercise
"   :ExploreTests    explores the tests of the package in the current folder
"
" Each failure is in the quickfix list, at its line. Below it are the steps that lead to it: :cnext and :cprevious.
setlocal errorformat=%f:%l:%c:\ %t%*[a-z]:\ %m,%-G%.%#
setlocal makeprg=interleave\ explore\ %:p:S\ --format\ gcc
command! -buffer Grade cexpr system('cd ' . shellescape(expand('%:p:h')) . ' && interleave grade ' . shellescape(expand('%:p:h:t')) . ' --format gcc')
command! -buffer ExploreTests cexpr system('interleave test --format gcc')
