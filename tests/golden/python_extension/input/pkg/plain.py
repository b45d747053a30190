# �
x = 1  # cuda
