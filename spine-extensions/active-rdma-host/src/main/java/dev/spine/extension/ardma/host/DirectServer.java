package dev.spine.extension.ardma.host;

/** What a run at the client asks of whoever has its areas, a round trip each. One thread. */
interface DirectServer {
    byte[] read(RemoteArea area, long offset, int bytes);

    void write(RemoteArea area, long offset, byte[] bytes);

    long compareAndSwap(RemoteArea area, long offset, long expected, long value);

    long fetchAndAdd(RemoteArea area, long offset, long delta);

    void flush(RemoteArea area);
}
