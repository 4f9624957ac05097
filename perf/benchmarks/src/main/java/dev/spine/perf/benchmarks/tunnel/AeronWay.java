package dev.spine.perf.benchmarks.tunnel;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Aeron with a driver in the process, on one thread of its own: a frame is a message, an end a publication and a subscription. A frame is
 * copied into the log, and out of it, as into a device's buffer. The thread that has made it.
 */
final class AeronWay implements FrameWay {
    private static final int LIMIT = 256;
    private static final int ROOM = 2048;

    private final String name;
    private final MediaDriver driver;
    private final Aeron aeron;
    private final List<Subscription> in;
    private final List<ExclusivePublication> out;
    private final BufferClaim claim = new BufferClaim();
    private final UnsafeBuffer from = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer receiveBuffer = new UnsafeBuffer(new byte[ROOM]);
    /** A frame that is longer than a datagram of Aeron's comes in two, and counts when it is whole. */
    private final FragmentHandler take = new FragmentAssembler(this::take);
    private int taken;

    /** Starts and connects; {@code channels} are where each end receives, and {@code idle} is what the driver does while nothing moves. */
    AeronWay(String name, List<String> channels, IdleStrategy idle) {
        this.name = name;
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context().dirDeleteOnStart(true).dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED).sharedIdleStrategy(idle));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
        in = List.of(aeron.addSubscription(channels.get(0), 1), aeron.addSubscription(channels.get(1), 2));
        out = List.of(aeron.addExclusivePublication(channels.get(1), 2), aeron.addExclusivePublication(channels.get(0), 1));
        while (!out.stream().allMatch(ExclusivePublication::isConnected) || in.stream().anyMatch(Subscription::hasNoImages)) {
            Thread.onSpinWait();
        }
    }

    private void take(DirectBuffer buffer, int offset, int length, Header header) {
        receiveBuffer.putBytes(0, buffer, offset, length);
        taken++;
    }

    static IdleStrategy backOff() {
        return new BackoffIdleStrategy(100, 10, 1_000, 1_000_000);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public MemorySegment frame(int end, int bytes) {
        return Arena.ofAuto().allocate(bytes, Long.BYTES);
    }

    @Override
    public boolean send(int end, MemorySegment frame) {
        int bytes = (int) frame.byteSize();
        if (bytes > out.get(end).maxPayloadLength()) {
            from.wrap(frame.address(), bytes);
            return out.get(end).offer(from, 0, bytes) > 0;
        }
        if (out.get(end).tryClaim(bytes, claim) < 0) {
            return false;
        }
        from.wrap(frame.address(), bytes);
        claim.buffer().putBytes(claim.offset(), from, 0, bytes);
        claim.commit();
        return true;
    }

    @Override
    public int receive(int end) {
        taken = 0;
        in.get(end).poll(take, LIMIT);
        return taken;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(aeron, driver);
    }
}
