package dev.spine.perf.benchmarks.hop;

/** State of one thread of a variant. Arrays of it are used in the middle only; so are its fields, see {@link ThreadStatePadding}. */
final class ThreadState extends ThreadStateFields {
    long after0;
    long after1;
    long after2;
    long after3;
    long after4;
    long after5;
    long after6;
    long after7;
    long after8;
    long after9;
    long after10;
    long after11;
    long after12;
    long after13;
    long after14;
    long after15;
}
