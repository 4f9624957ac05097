package dev.spine.perf.benchmarks.hop;

/** 128 bytes: HotSpot lays out the fields of a superclass before those of its subclasses. */
abstract class ThreadStatePadding {
    long before0;
    long before1;
    long before2;
    long before3;
    long before4;
    long before5;
    long before6;
    long before7;
    long before8;
    long before9;
    long before10;
    long before11;
    long before12;
    long before13;
    long before14;
    long before15;
}
