package dev.spine.extension.ardma.host.arf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Writes of many bytes of a file where they belong: one call takes the lock and says where that is, then come the bytes, a few messages at
 * a time, and another call makes the file so long and gives the lock back. One thread at a time.
 */
final class FileWrites {
    private static final int MAX_AT_ONCE = 1 << 20;

    private final ArfCalls calls;

    FileWrites(ArfCalls calls) {
        this.calls = calls;
    }

    /** {@return how many of some bytes that are left to write go at once where they belong; 0 for none} */
    int most(int left) {
        return left > calls.placement().mostByRoutine() ? Math.min(left, MAX_AT_ONCE) : 0;
    }

    /**
     * {@return where the bytes end, 0 when they do not begin in the file or at its end, or what is wrong}
     *
     * @param offset where the first one goes, -1 for the file's end
     * @param bytes has them
     * @param first the first one's place
     * @param count how many, at most {@link #most}
     */
    long write(ArfNode node, long offset, byte[] bytes, int first, int count) throws IOException {
        byte[] much = ByteBuffer.allocate(2 * Long.BYTES).putLong(count).array();
        long begun = calls.ask(ArfOp.HOLD, node.inode(), offset, node.generation(), much, 0);
        if (begun <= 0) {
            return begun;
        }
        long start = begun - 1;
        FileMap map = FileMap.read(calls.emitted());
        List<AreaRange> places = map.places(start, count);
        if (places == null) {
            calls.giveUp(map.word());
            return ArfStatus.DAMAGED;
        }
        try {
            calls.placement().write(places, bytes, first);
            byte[] held = ByteBuffer.allocate(2 * Long.BYTES).putLong(count).putLong(map.word()).array();
            return calls.ask(ArfOp.WRITTEN, node.inode(), start, node.generation(), held, 0);
        } catch (IOException e) {
            // All that was asked for is answered, so nothing of it comes when somebody else has the lock.
            giveUp(map.word(), e);
            throw e;
        } catch (RuntimeException e) {
            // Bytes may still be on their way: who takes the lock when the lease is over ends them first.
            calls.breakOff();
            throw e;
        }
    }

    private void giveUp(long word, IOException why) {
        try {
            calls.giveUp(word);
        } catch (IOException | RuntimeException lost) {
            // Then others take it when the lease is over.
            why.addSuppressed(lost);
        }
    }
}
