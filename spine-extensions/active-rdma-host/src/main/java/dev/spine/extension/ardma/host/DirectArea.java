package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Area;

/** An area of a server, as a run at the client reaches it. */
final class DirectArea extends Area {
    private final DirectAccess access;
    private final RemoteArea area;

    DirectArea(DirectAccess access, RemoteArea area) {
        this.access = access;
        this.area = area;
    }

    RemoteArea remote() {
        return area;
    }

    @Override
    public long length() {
        return area.length();
    }

    @Override
    public boolean isWritable() {
        return area.writable();
    }

    @Override
    public int here(long offset, long bytes) {
        int count = (int) Math.min(bytes, ArdmaProtocol.MAX_BYTES);
        access.name(this, offset, count);
        return count;
    }

    @Override
    public int flushed(long lastChange) {
        return access.flushed(this);
    }

    @Override
    public int get8(long offset) {
        return access.get(this, offset);
    }

    @Override
    public void put8(long offset, int value) {
        access.put(this, offset, value);
    }

    @Override
    public long compareAndSwap(long offset, long expected, long value) {
        return access.compareAndSwap(this, offset, expected, value);
    }

    @Override
    public long fetchAndAdd(long offset, long delta) {
        return access.fetchAndAdd(this, offset, delta);
    }
}
