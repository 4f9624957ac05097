package dev.spine.perf.calibration;

import dev.spine.i2o.unit.DeliveryList;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;

/** What the live engine stands on: clock, memory, DMA, lists, and the operating system. One thread at a time. */
final class MachineParts implements AutoCloseable {
    /** A packet of video. */
    static final int COPIED_BYTES = 1400;

    private static final int MEMORY = 1 << 20;
    private static final long FAR_MEMORY = 64L << 20;
    private static final int SHORT_BYTES = 64;
    private static final int CHAIN = 2;
    private static final int WAKES = 400;
    private static final double NS_PER_SECOND = 1e9;

    private final LentMemory memory = new LentMemory(MEMORY);
    private int slot;

    /** {@return cycles a second, by a chain of instructions of which each needs the one before and takes a cycle} */
    static double clockHz(BlockTimer timer) {
        return NS_PER_SECOND * CHAIN / timer.ns(times -> {
            long value = times;
            for (long i = 0; i < times; i++) {
                value = Long.rotateLeft(value ^ i, 7);
            }
            return value;
        });
    }

    private long next() {
        slot = slot + 1 < MEMORY / SHORT_BYTES ? slot + 1 : 0;
        return (long) slot * SHORT_BYTES;
    }

    /** {@return bytes that a processor copies in a second, packet by packet, between memories that its caches hold} */
    double copiedBytesPerSecond(BlockTimer timer) {
        return copied(timer, memory.source(), memory.destination());
    }

    /** {@return bytes that a processor copies in a second, packet by packet, between memories that its caches do not hold} */
    static double copiedFarBytesPerSecond(BlockTimer timer) {
        try (Arena arena = Arena.ofConfined()) {
            return copied(timer, arena.allocate(FAR_MEMORY), arena.allocate(FAR_MEMORY));
        }
    }

    private static double copied(BlockTimer timer, MemorySegment from, MemorySegment to) {
        long packets = from.byteSize() / COPIED_BYTES;
        long[] packet = {0};
        return COPIED_BYTES * NS_PER_SECOND / timer.ns(times -> {
            for (long i = 0; i < times; i++) {
                packet[0] = packet[0] + 1 < packets ? packet[0] + 1 : 0;
                MemorySegment.copy(from, packet[0] * COPIED_BYTES, to, packet[0] * COPIED_BYTES, COPIED_BYTES);
            }
            return packet[0];
        });
    }

    /** {@return nanoseconds of a transfer of 64 bytes by a card's DMA engine, checks and completion included} */
    double transferNs(BlockTimer timer) {
        return timer.ns(times -> {
            for (long i = 0; i < times; i++) {
                memory.move(next(), SHORT_BYTES);
            }
            return slot;
        });
    }

    @Override
    public void close() {
        memory.close();
    }

    /** {@return nanoseconds for an object to go into a list and out of it, on one thread} */
    static double listNs(BlockTimer timer) {
        DeliveryList<Object> list = DeliveryList.singleProducer("calibrated", 64);
        Object token = new Object();
        return timer.ns(times -> {
            long seen = 0;
            for (long i = 0; i < times; i++) {
                list.offerOrThrow(token);
                seen += list.poll() == null ? 0 : 1;
            }
            return seen;
        });
    }

    /** {@return nanoseconds of a call of the operating system that does next to nothing; empty where it cannot be called} */
    @SuppressWarnings("restricted") // a function of the C library, with the type that its manual gives
    static OptionalDouble systemCallNs(BlockTimer timer) {
        MemorySegment function = Linker.nativeLinker().defaultLookup().find("getppid").orElse(null);
        if (function == null) {
            return OptionalDouble.empty();
        }
        MethodHandle call = Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.of(ValueLayout.JAVA_INT));
        return OptionalDouble.of(timer.ns(calls(call)));
    }

    private static LongUnaryOperator calls(MethodHandle call) {
        return times -> {
            long sum = 0;
            try {
                for (long i = 0; i < times; i++) {
                    sum += (int) call.invokeExact();
                }
            } catch (Throwable e) {
                throw new IllegalStateException("getppid could not be called", e);
            }
            return sum;
        };
    }

    /** {@return nanoseconds from waking a thread that sleeps until it runs: half of there and back} */
    static double wakeNs() {
        double[] taken = new double[WAKES];
        Sleeper sleeper = new Sleeper(Thread.currentThread());
        Thread other = Thread.ofPlatform().daemon().name("calibration, who sleeps").start(sleeper);
        int asked = 0;
        for (int i = -WAKES / 2; i < WAKES; i++) {
            long begin = System.nanoTime();
            sleeper.asked = ++asked;
            LockSupport.unpark(other);
            while (sleeper.answered != asked) {
                LockSupport.park(sleeper);
            }
            if (i >= 0) {
                taken[i] = (System.nanoTime() - begin) / 2.0;
            }
        }
        sleeper.asked = Sleeper.END;
        LockSupport.unpark(other);
        return BlockTimer.quartile(taken);
    }

    private static final class Sleeper implements Runnable {
        private static final int END = -1;
        private final Thread waker;
        // One thread writes each.
        private volatile int asked;
        private volatile int answered;

        Sleeper(Thread waker) {
            this.waker = waker;
        }

        @Override
        public void run() {
            while (asked != END) {
                if (asked == answered) {
                    LockSupport.park(this);
                } else {
                    answered = asked;
                    LockSupport.unpark(waker);
                }
            }
        }
    }
}
