int cu\Lda\ 
I; cuda\Free(0);
