package dev.spine.extension.router.host.fib;

import dev.spine.extension.router.fib.FibLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Writes records into parts of patches, as many parts as it takes, and gives each to a sink when it is full. */
final class PatchWriter {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private final TableImage image;
    private final int partBytes;
    private final byte[] part = new byte[FibLayout.MAX_PART_BYTES];
    private int length;
    private int records;
    private int number;
    private int flags;

    /**
     * Begins with a part.
     *
     * @param image where the bytes come from
     * @param partBytes no part is larger unless it has to be to come into force at once
     * @param number of the part
     */
    PatchWriter(TableImage image, int partBytes, int number) {
        this.image = image;
        this.partBytes = partBytes;
        this.number = number;
        begin();
    }

    private void begin() {
        length = FibLayout.PART_BODY;
        records = 0;
        flags = 0;
    }

    /** {@return the number of the part that is being written} */
    int number() {
        return number;
    }

    /** The next part begins a table anew. */
    void anew() {
        flags |= FibLayout.ANEW;
    }

    /** Writes bytes that no lookup reaches yet. */
    void stage(int place, int bytes, PatchSink sink) {
        int from = place;
        int left = bytes;
        while (left > 0) {
            int room = partBytes - length - FibLayout.RECORD_HEADER;
            if (room < Math.min(left, FibLayout.MAX_NODE_BYTES)) {
                send(sink);
                room = partBytes - length - FibLayout.RECORD_HEADER;
            }
            int now = Math.min(left, room & -Integer.BYTES);
            record(from, now);
            from += now;
            left -= now;
        }
    }

    /** Makes sure that so many bytes of records go with the last part. */
    void room(int bytes, PatchSink sink) {
        if (records > 0 && length + bytes > partBytes) {
            send(sink);
        }
    }

    /** Writes a record into the part that is being written. */
    void record(int place, int bytes) {
        INT.set(part, length, place);
        INT.set(part, length + 4, bytes);
        image.read(place, part, length + FibLayout.RECORD_HEADER, bytes);
        length += FibLayout.RECORD_HEADER + bytes;
        records++;
    }

    /** Sends the last part. */
    void commit(PatchSink sink) {
        flags |= FibLayout.COMMIT;
        send(sink);
    }

    private void send(PatchSink sink) {
        SHORT.set(part, 0, (short) FibLayout.MAGIC);
        SHORT.set(part, FibLayout.PART_FLAGS, (short) flags);
        INT.set(part, FibLayout.PART_NUMBER, number++);
        INT.set(part, FibLayout.PART_RECORDS, records);
        sink.part(part, length);
        begin();
    }
}
