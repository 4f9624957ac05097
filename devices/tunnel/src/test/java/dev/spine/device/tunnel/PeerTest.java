package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** What an end is given to send. */
class PeerTest {
    private static final int FRAME = 60;
    private static final int ALLOWED = 4;

    @Test
    void whatWaitsLiesInFewTimesItsBytesOfMemory() {
        EmbeddedChannel channel = new EmbeddedChannel();
        Peer peer = new Peer(null, channel, true);
        MemorySegment frame = MemorySegment.ofArray(new byte[FRAME]);
        int bytes = 0;
        int memory = 0;
        // Of a batch that is larger than the one before, a part lies in a second buffer.
        for (int i = 0; i < 100; i++) {
            for (int frames = i % 2; frames >= 0; frames--) {
                peer.write(frame, 0, FRAME);
            }
            peer.flush();
            for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
                bytes += out.readableBytes();
                memory += out.capacity();
                out.release();
            }
        }
        assertEquals(150 * (Integer.BYTES + FRAME), bytes);
        assertTrue(memory <= ALLOWED * bytes, bytes + " bytes in " + memory);
        channel.finishAndReleaseAll();
    }
}
