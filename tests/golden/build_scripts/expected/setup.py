sources = ['src/add.cu', 'src/add.cpp']  # add.cu is the kernel
