package dev.spine.extension.interfaces.host;

import dev.spine.host.driver.HostWork;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The way from a library of the host to its card half: messages leave in order, and wait while the card has no frame. */
final class ExtensionPort implements HostWork {
    /** A message that has not left. */
    private static final class Waiting {
        final int handler;
        final int[] words;
        final @Nullable Region data;
        final int bytes;

        Waiting(int handler, int[] words, @Nullable Region data, int bytes) {
            this.handler = handler;
            this.words = words.clone();
            this.data = data;
            this.bytes = bytes;
        }
    }

    private final HostSide side;
    private final int instance;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    ExtensionPort(HostSide side, int instance) {
        this.side = side;
        this.instance = instance;
        side.tasks().run(() -> side.agent().register(this));
    }

    void send(int handler, int... words) {
        enter(new Waiting(handler, words, null, 0));
    }

    /** Sends bytes: {@return where they are until the caller frees them} */
    Region sendBulk(int handler, byte[] data, int... words) {
        Region region = side.memory().allocate("data of an interface", data.length);
        MemorySegment.copy(data, 0, region.memory(), ValueLayout.JAVA_BYTE, 0, data.length);
        enter(new Waiting(handler, words, region, data.length));
        return region;
    }

    void free(@Nullable Region region) {
        if (region != null) {
            side.memory().free(region);
        }
    }

    private void enter(Waiting message) {
        if (!waiting.isEmpty() || !leaves(message)) {
            waiting.add(message);
        }
    }

    private boolean leaves(Waiting message) {
        Region data = message.data;
        return data == null ? side.runtime().trySend(instance, message.handler, message.words)
            : side.runtime().trySendBulk(instance, message.handler, data.base(), message.bytes, message.words);
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        while (work < limit && !waiting.isEmpty() && leaves(waiting.getFirst())) {
            waiting.removeFirst();
            work++;
        }
        return work;
    }
}
