package dev.spine.extension.interfaces.host;

import dev.spine.host.driver.HostWork;
import dev.spine.iop.bus.GrantTable;
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
        /** Of a message that grants the region: its grant. */
        final long grant;

        Waiting(int handler, int[] words, @Nullable Region data, int bytes, long grant) {
            this.handler = handler;
            this.words = words.clone();
            this.data = data;
            this.bytes = bytes;
            this.grant = grant;
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
        enter(new Waiting(handler, words, null, 0, GrantTable.NONE));
    }

    /** Grants a region of the host's memory. */
    void grant(int handler, int number, Region region, long grant) {
        enter(new Waiting(handler, new int[] {number}, region, 0, grant));
    }

    /** Sends bytes: {@return where they are until the caller frees them} */
    Region sendBulk(int handler, byte[] data, int... words) {
        Region region = side.memory().allocate("data of an interface", data.length);
        MemorySegment.copy(data, 0, region.memory(), ValueLayout.JAVA_BYTE, 0, data.length);
        enter(new Waiting(handler, words, region, data.length, GrantTable.NONE));
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
        if (data != null && message.grant != GrantTable.NONE) {
            return side.runtime().tryGrant(instance, message.handler, message.words[0], data, message.grant);
        }
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
