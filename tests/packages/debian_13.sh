#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In a Debian 13 in which nothing is installed, as root: the packages, from their installation to their removal;
# then the wheel. A program is ported, compiled, run and built by CMake. `./dev package --test` calls this with
# the folder that dist/ and vector_add/ are in.
set -eu
packages=$1/dist
example=$1/vector_add
cd "$(mktemp -d)"
install() {
  apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends "$@" >install.log 2>&1 ||
    { cat install.log >&2; exit 1; }
}
apt-get -qq update

echo "-- the Debian packages"
install --install-recommends "$packages"/musa-port_*.deb "$packages"/musa-port-host_*.deb
musa-port --version
for program in musa-port mcc; do
  for file in man/man1/$program.1 bash-completion/completions/$program zsh/vendor-completions/_$program \
    fish/vendor_completions.d/$program.fish; do
    test -s "/usr/share/$file"
  done
done
musa-port "$example" -o ported --quiet
mcc ported/*.mu -o program
./program
printf 'import torch\nx = torch.zeros(1).cuda()\n' >script.py
musa-converter -r script.py --diff | grep '^+x = torch.zeros(1).musa()$'

echo "-- a CMake project"
install cmake ninja-build
mkdir project
cp -r "$example" project/csrc
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
find_package(MUSA REQUIRED)
find_package(MusaPort REQUIRED)
musa_port(kernels SOURCE_DIR csrc SOURCES_VAR sources)
add_executable(program ${sources})
END
cmake -S project -B project/build -G Ninja
cmake --build project/build
project/build/program

echo "-- removal"
dpkg -L musa-port musa-port-host >files
apt-get -qq -y purge musa-port musa-port-host >/dev/null
grep -E 'musa|MUSA|Musa|mcc' files | while read -r path; do
  [ ! -e "$path" ] || { echo "left behind: $path" >&2; exit 1; }
done

echo "-- the wheel"
install python3-venv
python3 -m venv --system-site-packages environment # Debian's LibCST
environment/bin/pip -q install --no-index "$packages"/*.whl
rm -rf ported
PATH=$PWD/environment/bin:$PATH
musa-port "$example" -o ported --quiet
ls ported/*.mu
musa-converter -r script.py --diff | grep '^+x = torch.zeros(1).musa()$'
cp -r "$example" csrc
python3 -c 'from musa_port.utils.simple_porting import SimplePorting; print(SimplePorting("csrc").run())'
cmp csrc_musa/*.mu ported/*.mu
pip -q uninstall -y musa-port
[ ! -e environment/bin/musa-port ]
