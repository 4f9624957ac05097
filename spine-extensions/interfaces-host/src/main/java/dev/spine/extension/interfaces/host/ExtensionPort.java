package dev.spine.extension.interfaces.host;

import dev.spine.extension.host.InstanceMessages;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way between a library of the host and its card half: messages leave in order, and wait while the card has no frame; of what comes to
 * the library's handlers, the card half's messages are heard alone.
 */
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
    private final List<InstanceMessages> heard = new ArrayList<>();

    ExtensionPort(HostSide side, int instance) {
        this.side = side;
        this.instance = instance;
        side.tasks().run(() -> side.agent().register(this));
    }

    /** Has what the card half sends to a handler of the host come to {@code receiver}; from outside the host's agent. */
    void listen(int handler, ReplyHandler receiver) {
        InstanceMessages messages = new InstanceMessages(instance, receiver);
        side.tasks().run(() -> heard.add(messages));
        side.runtime().listen(handler, messages);
    }

    /** {@return messages that other extensions have sent to those handlers} */
    long foreign() {
        return heard.stream().mapToLong(InstanceMessages::foreign).sum();
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
