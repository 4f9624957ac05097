package dev.spine.extension.host.library;

import dev.spine.extension.host.InstanceMessages;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way between a library of the host and its card half: messages leave in order, and wait while the card has no frame; of what comes to
 * the library's handlers, the card half's messages are heard alone. A reset of the card ends it: what has the card half's number then is
 * another extension, which must get neither the library's messages nor a right to its memory. On the host's agent, but for the making and
 * {@link #listen}.
 */
public final class ExtensionPort implements HostWork {
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
    private final Consumer<InterfaceException> library;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final List<InstanceMessages> heard = new ArrayList<>();
    private final SendMemory memory;
    private @Nullable InterfaceException end;

    /**
     * A way.
     *
     * @param side the node's host
     * @param instance the card half's instance number
     * @param library hears on the host's agent that it has ended: nothing that was asked before is answered, and the card uses no memory of
     *     the library any more
     */
    public ExtensionPort(HostSide side, int instance, Consumer<InterfaceException> library) {
        this.side = side;
        this.instance = instance;
        this.library = library;
        this.memory = new SendMemory(side.memory());
        side.tasks().run(() -> side.agent().register(this));
    }

    /**
     * Has what the card half sends to a handler of the host come to a receiver; from outside the host's agent.
     *
     * @param handler of the host
     * @param receiver gets the messages
     */
    public void listen(int handler, ReplyHandler receiver) {
        InstanceMessages messages = new InstanceMessages(instance, new ReplyHandler() {
            @Override
            public void onReply(MessageFrame reply) {
                receiver.onReply(reply);
            }

            @Override
            public void onFailure(RequestFailure why) {
                if (why.reason() == RequestFailure.Reason.IOP_RESET) {
                    end();
                }
            }
        });
        side.tasks().run(() -> heard.add(messages));
        side.runtime().listen(handler, messages);
    }

    private void end() {
        if (end == null) {
            InterfaceException why = new InterfaceException("the card was reset, and its half of the interface is gone: load that again and"
                + " open the interface again");
            end = why;
            waiting.clear();
            memory.clear();
            side.agent().deregister(this);
            library.accept(why);
        }
    }

    /** {@return why nothing leaves and comes any more, or null; on the host's agent} */
    public @Nullable InterfaceException ended() {
        return end;
    }

    /** {@return messages that other extensions have sent to those handlers} */
    public long foreign() {
        return heard.stream().mapToLong(InstanceMessages::foreign).sum();
    }

    /**
     * Sends a message; it leaves when the card has a frame for it, in order.
     *
     * @param handler of the card half
     * @param words at most 12
     */
    public void send(int handler, int... words) {
        enter(new Waiting(handler, words, null, 0, GrantTable.NONE));
    }

    /**
     * Grants a region of the host's memory.
     *
     * @param handler of the card half
     * @param number of the grant, for the card half
     * @param region which
     * @param grant of it
     */
    public void grant(int handler, int number, Region region, long grant) {
        enter(new Waiting(handler, new int[] {number}, region, 0, grant));
    }

    /**
     * Sends bytes.
     *
     * @param handler of the card half
     * @param data at least one byte, copied
     * @param words at most 12
     * @return where they are until the caller frees them
     */
    public Region sendBulk(int handler, byte[] data, int... words) {
        return sendBulk(handler, data, 0, data.length, words);
    }

    /**
     * Sends some bytes of an array.
     *
     * @param handler of the card half
     * @param data has them; they are copied
     * @param first the first one's place
     * @param count how many, at least one
     * @param words at most 12
     * @return where they are until the caller frees them
     */
    public Region sendBulk(int handler, byte[] data, int first, int count, int[] words) {
        Region region = memory.take(count);
        MemorySegment.copy(data, first, region.memory(), ValueLayout.JAVA_BYTE, 0, count);
        enter(new Waiting(handler, words, region, count, GrantTable.NONE));
        return region;
    }

    /**
     * Frees what {@link #sendBulk} returned, once: the card has read it, or is not going to.
     *
     * @param region null for nothing
     */
    public void free(@Nullable Region region) {
        if (region != null) {
            memory.release(region);
            if (end != null) {
                memory.clear();
            }
        }
    }

    private void enter(Waiting message) {
        if (end == null && (!waiting.isEmpty() || !leaves(message))) {
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
