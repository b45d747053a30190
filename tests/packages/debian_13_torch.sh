#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In a Debian 13 in which nothing is installed, as root: the packages of PyTorch's backend, from their installation
# to their removal; then the wheel, in an environment of Python's. `./dev package --torch --test` calls this with the
# folder that dist/ and examples/ are in.
set -eu
packages=$1/dist
examples=$1/examples
cd "$(mktemp -d)"
install() {
  apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends "$@" >install.log 2>&1 ||
    { cat install.log >&2; exit 1; }
}
cat >sums.py <<'END'
import torch

x = torch.arange(6.0, device="musa").reshape(2, 3)
assert (x @ x.T).cpu().tolist() == [[5, 14], [14, 50]]
assert torch.nn.functional.conv2d(torch.ones(1, 1, 3, 3).musa(), torch.ones(1, 1, 2, 2).musa()).sum().item() == 16
print(torch.musa.get_device_name(), torch.version.musa)
END
apt-get -qq update

echo "-- the Debian packages: import torch alone"
install "$packages"/musa-port-host_*.deb "$packages"/python3-torch-musa_*.deb
python3 sums.py

echo "-- a C++ program"
install g++ make cmake libtorch-dev python3-torchvision
cp -r "$examples/cpp" app
(cd app && python3 model_gen.py resnet18 && cmake -S . -B build && make -C build && build/example-app resnet18.pt)

echo "-- removal"
dpkg -L python3-torch-musa >files
apt-get -qq -y purge python3-torch-musa >/dev/null
grep -E 'musa' files | while read -r path; do
  [ ! -e "$path" ] || { echo "left behind: $path" >&2; exit 1; }
done
python3 -c 'import torch; print(torch.ones(1))'

echo "-- the wheel"
install python3-venv
python3 -m venv --system-site-packages environment # Debian's PyTorch
environment/bin/pip -q install --no-index "$packages"/torch_musa-*.whl
environment/bin/python sums.py

echo "-- an extension"
install "$packages"/musa-port_*.deb ninja-build python3-setuptools python3-dev libthrust-dev pybind11-dev
mkdir extension
cat >extension/axpy.cu <<'END'
#include <ATen/cuda/CUDAContext.h>
#include <torch/extension.h>

__global__ void axpyKernel(int n, float a, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}

void axpy(double a, torch::Tensor x, torch::Tensor y) {
  const int n = x.numel();
  axpyKernel<<<(n + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(n, a, x.data_ptr<float>(), y.data_ptr<float>());
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("axpy", axpy); }
END
cat >extension/run.py <<'END'
import torch
from torch_musa.utils.musa_extension import load
from torch_musa.utils.simple_porting import SimplePorting

ported = SimplePorting("extension").run()
module = load("axpy", [f"{ported}/axpy.mu"])
x, y = torch.ones(1000, device="musa"), torch.ones(1000, device="musa")
module.axpy(2.0, x, y)
assert y.sum().item() == 3000
END
environment/bin/python extension/run.py
environment/bin/pip -q uninstall -y torch_musa
environment/bin/python -c 'import torch; print(torch.ones(1))'
