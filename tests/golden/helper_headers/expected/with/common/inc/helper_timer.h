typedef musaEvent_t Timer;
