package dev.spine.perf.benchmarks.hop;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

/**
 * Aeron over shared memory (IPC) with a driver in the process that sleeps between its duties; exclusive publications. One thread at a time.
 */
public final class AeronExchange implements HopVariant, RateVariant {
    private static final String CHANNEL = "aeron:ipc?term-length=1m";
    private static final int REQUESTS = 10;
    private static final int REPLIES = 11;
    private static final int BYTES = 64;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final ExclusivePublication requests;
    private final ExclusivePublication replies;
    private final Subscription requestsRead;
    private final Subscription repliesRead;
    private final BufferClaim requestClaim = new BufferClaim();
    private final BufferClaim replyClaim = new BufferClaim();
    private final ThreadState initiator = new ThreadState();
    private final ThreadState target = new ThreadState();
    private final FragmentHandler readReply = (buffer, offset, length, header) -> read(initiator, buffer, offset);
    private final FragmentHandler readRequest = (buffer, offset, length, header) -> read(target, buffer, offset);

    /**
     * Starts the driver and connects.
     *
     * @param options not used
     */
    public AeronExchange(HopOptions options) {
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context().dirDeleteOnStart(true).dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED).sharedIdleStrategy(new SleepingMillisIdleStrategy(1)));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName())
            .idleStrategy(new SleepingMillisIdleStrategy(1)));
        requestsRead = aeron.addSubscription(CHANNEL, REQUESTS);
        repliesRead = aeron.addSubscription(CHANNEL, REPLIES);
        requests = aeron.addExclusivePublication(CHANNEL, REQUESTS);
        replies = aeron.addExclusivePublication(CHANNEL, REPLIES);
        while (!requests.isConnected() || !replies.isConnected() || requestsRead.hasNoImages() || repliesRead.hasNoImages()) {
            Thread.onSpinWait();
        }
    }

    private static void read(ThreadState state, DirectBuffer buffer, int index) {
        for (int i = 0; i < BYTES; i += Long.BYTES) {
            state.scratch[16 + i / Long.BYTES] = buffer.getLong(index + i);
        }
        state.seen = state.scratch[16];
    }

    private static boolean write(ExclusivePublication publication, BufferClaim claim, long first) {
        if (publication.tryClaim(BYTES, claim) < 0) {
            return false;
        }
        MutableDirectBuffer buffer = claim.buffer();
        int offset = claim.offset();
        for (int i = 0; i < BYTES; i += Long.BYTES) {
            buffer.putLong(offset + i, first + i);
        }
        claim.commit();
        return true;
    }

    @Override
    public void exchange() {
        while (!write(requests, requestClaim, ++initiator.position)) {
            Thread.onSpinWait();
        }
        while (repliesRead.poll(readReply, 1) == 0) {
            // Spin.
        }
    }

    @Override
    public int serve() {
        if (requestsRead.poll(readRequest, 1) == 0) {
            return 0;
        }
        while (!write(replies, replyClaim, target.seen)) {
            Thread.onSpinWait();
        }
        return 1;
    }

    @Override
    public int send(int limit) {
        for (int sent = 0; sent < limit; sent++) {
            if (!write(requests, requestClaim, sent)) {
                return sent;
            }
        }
        return limit;
    }

    @Override
    public int receive(int limit) {
        return requestsRead.poll(readRequest, limit);
    }

    @Override
    public void stop() {
        CloseHelper.closeAll(aeron, driver);
    }
}
