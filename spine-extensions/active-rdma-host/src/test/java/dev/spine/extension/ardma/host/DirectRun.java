package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.routine.Area;
import java.util.List;

/** A routine by direct access to an area that is here: what would be round trips are accesses to it. */
public final class DirectRun implements DirectServer {
    private final Area bytes;
    private final RemoteArea area;
    private final DirectRoutine routine;

    public DirectRun(byte[] routine, Area bytes) {
        this.bytes = bytes;
        this.area = new RemoteArea("here", 1, bytes.length(), true);
        this.routine = new DirectRoutine(this, routine);
    }

    /** What it returns. */
    public long run(StreamReader reader, long... arguments) {
        return routine.run(reader, List.of(area), arguments).value();
    }

    @Override
    public byte[] read(RemoteArea from, long offset, int count) {
        byte[] read = new byte[count];
        for (int i = 0; i < count; i++) {
            read[i] = (byte) bytes.get8(offset + i);
        }
        return read;
    }

    @Override
    public void write(RemoteArea to, long offset, byte[] written) {
        for (int i = 0; i < written.length; i++) {
            bytes.put8(offset + i, written[i]);
        }
    }

    @Override
    public long compareAndSwap(RemoteArea of, long offset, long expected, long value) {
        return bytes.compareAndSwap(offset, expected, value);
    }

    @Override
    public long fetchAndAdd(RemoteArea of, long offset, long delta) {
        return bytes.fetchAndAdd(offset, delta);
    }

    @Override
    public void flush(RemoteArea of) {
        bytes.flushed(bytes.changes());
    }
}
