package dev.spine.extension.services.host.lrp;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.extension.host.InstanceMessages;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.services.lrp.LrpProtocol;
import dev.spine.host.driver.HostMemory;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Tasks;
import java.lang.foreign.MemorySegment;

/**
 * Sends an application's frames by the wire of the card that has the extension {@code lrp}: answers to what its sockets got. The port of
 * the card can meanwhile be the interface of the host's operating system.
 *
 * <p>The constructor and {@link #close} are called from outside the host's agent; everything else belongs to the agent and allocates
 * nothing.
 */
public final class LrpSender implements AutoCloseable {
    private static final int FIRST_USER_WORD = 4;

    private final RuntimeClient client;
    private final HostMemory memory;
    private final Tasks tasks;
    private final int instance;
    private final int frameBytes;
    private final int all;
    private final InstanceLife life;
    private final InstanceMessages heard;
    private final Region region;
    private final int[] word = new int[1];
    private int free;
    private boolean closed;
    private long sent;
    private long lost;

    /**
     * Lends the card memory to fetch frames from.
     *
     * @param client of the card's runtime
     * @param memory of the host
     * @param tasks of the host's agent
     * @param instance the extension's number
     * @param frames that can be in flight at a time, 1 to 32
     * @param frameBytes bytes of the largest one, from its MAC header on
     */
    public LrpSender(RuntimeClient client, HostMemory memory, Tasks tasks, int instance, int frames, int frameBytes) {
        checkArgument(frames >= 1 && frames <= LrpProtocol.MAX_SENDS && frameBytes >= 1, "1 to %s frames can be under way, not %s",
            LrpProtocol.MAX_SENDS, frames);
        this.client = client;
        this.memory = memory;
        this.tasks = tasks;
        this.instance = instance;
        this.frameBytes = frameBytes;
        this.all = -1 >>> Integer.SIZE - frames;
        this.free = all;
        this.region = tasks.call(() -> memory.allocate("frames of an application", (long) frames * frameBytes));
        this.life = new InstanceLife(client, tasks, instance);
        this.heard = life.listen(LrpProtocol.SENT, this::onSent);
    }

    private void onSent(MessageFrame message) {
        int done = message.wordOrZero(FIRST_USER_WORD) & all & ~free;
        int refused = message.wordOrZero(FIRST_USER_WORD + 1) & done;
        free |= done;
        lost += Integer.bitCount(refused);
        sent += Integer.bitCount(done) - Integer.bitCount(refused);
    }

    /** {@return messages of other extensions of the card, which free no frame; on the host's agent} */
    public long foreign() {
        return heard.foreign();
    }

    /** {@return how many frames can be given now} */
    public int room() {
        return Integer.bitCount(free);
    }

    /**
     * Sends a frame. Its bytes are copied: the memory can be used again at once.
     *
     * @param from holds the frame
     * @param offset where its MAC header begins
     * @param bytes how many, 14 to the largest frame
     * @return false when as many as can be are in flight, or no message can leave now: try again in a later step; and after the end of the
     *     extension, which a reset of its card is too: then this sender is to be closed
     * @throws IllegalArgumentException when the frame is larger than was said
     */
    public boolean trySend(MemorySegment from, long offset, int bytes) {
        checkArgument(bytes <= frameBytes, "a frame of %s bytes is larger than the %s that were said", bytes, frameBytes);
        if (free == 0 || closed || life.isOver()) {
            return false;
        }
        word[0] = Integer.numberOfTrailingZeros(free);
        long at = (long) word[0] * frameBytes;
        MemorySegment.copy(from, offset, region.memory(), at, bytes);
        if (!client.trySendBulk(instance, LrpProtocol.SEND, region.base() + at, bytes, word)) {
            return false;
        }
        free &= free - 1;
        return true;
    }

    /** {@return frames that the wire has taken} */
    public long sent() {
        return sent;
    }

    /** {@return frames that the wire has not taken; with those of which nothing is known, because the extension has ended} */
    public long lost() {
        return lost;
    }

    /**
     * Waits until the card is done with all frames or the extension has ended, and takes the memory back. When the card does not even say
     * that, this is after 20 s.
     */
    @Override
    public void close() {
        tasks.run(() -> closed = true);
        life.await("the card to be done with the application's frames", () -> free == all);
        tasks.run(() -> {
            if (free != all) {
                lost += Integer.bitCount(all & ~free);
                free = all;
            }
            memory.free(region);
        });
    }
}
