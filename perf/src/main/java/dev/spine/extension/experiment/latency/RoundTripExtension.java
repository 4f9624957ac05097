package dev.spine.extension.experiment.latency;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * Sends a variable to itself on another node, which sends one of its own back, and tells the host how long so many exchanges took by the
 * card's clock; with or without the data going through the hosts' memories. One exchange is in flight at a time.
 *
 * <p>Parameter: {@code peer}, the hardware address of the other node's card, where the same extension is the first instance.
 */
public final class RoundTripExtension implements Extension {
    private static final int REQUEST = 10;
    private static final int ANSWER = 11;
    private static final int FETCHED = 12;
    private static final int DELIVERED = 13;
    private static final int READS_ENDED = 14;
    private static final int INSTANCE = 1 << 8;

    private final long[] times = new long[RoundTripProtocol.MAX_READS];
    private long peer;
    private @Nullable Buffer variable;
    private @Nullable HostRegion segment;
    private int what;
    private int bytes;
    private int left;
    /** Who has got a request sends an answer next. */
    private boolean answers;
    private long beginNs;

    /** Loaded by the runtime. */
    public RoundTripExtension() {}

    @Override
    public void start(ExtensionContext context) {
        String address = context.parameter("peer");
        if (address == null) {
            throw new ServiceException("parameter 'peer' is missing");
        }
        peer = Long.parseLong(address);
        variable = context.allocate(RoundTripProtocol.MAX_BYTES);
        context.onMessage(RoundTripProtocol.SEGMENT, context, this::take);
        context.onMessage(RoundTripProtocol.ORDER, context, this::order);
        context.onMessage(RoundTripProtocol.GO, context, this::go);
        context.onMessage(REQUEST, context, this::request);
        context.onMessage(ANSWER, context, this::answer);
        context.onMessage(FETCHED, context, this::fetched);
        context.onMessage(DELIVERED, context, this::delivered);
        context.onMessage(READS_ENDED, context, this::readsEnded);
    }

    private void take(ExtensionContext context, Message message) {
        segment = message.region();
        notify(context, RoundTripProtocol.RESULT, 0);
    }

    private void order(ExtensionContext context, Message message) {
        what = message.word(0);
        bytes = message.word(1);
        left = message.word(2);
        answers = false;
        beginNs = context.nowNs();
        switch (what) {
            case RoundTripProtocol.OF_CARDS -> send(context);
            case RoundTripProtocol.OF_MEMORIES, RoundTripProtocol.PASSES -> fetch(context);
            case RoundTripProtocol.CLOCK_READS -> {
                for (int i = 0; i < left; i++) {
                    times[i] = context.nowNs();
                }
                filled(context.message(context.local(READS_ENDED))).send();
            }
            default -> {
                for (int i = 0; i < left; i++) {
                    times[i] = beginNs;
                }
                filled(context.message(context.local(READS_ENDED))).send();
            }
        }
    }

    /** What a handler has executed takes its time before the next one begins. */
    private void readsEnded(ExtensionContext context, Message message) {
        notify(context, RoundTripProtocol.RESULT, context.nowNs() - beginNs);
    }

    private void go(ExtensionContext context, Message message) {
        what = RoundTripProtocol.OF_APPLICATIONS;
        bytes = message.word(0);
        fetch(context);
    }

    private void request(ExtensionContext context, Message message) {
        what = message.word(0);
        answers = true;
        arrived(context, message);
    }

    private void answer(ExtensionContext context, Message message) {
        answers = false;
        arrived(context, message);
    }

    private void arrived(ExtensionContext context, Message message) {
        Buffer data = message.buffer();
        bytes = data.length();
        if (what == RoundTripProtocol.OF_CARDS) {
            goOn(context);
        } else {
            deliver(context, data);
        }
    }

    private void goOn(ExtensionContext context) {
        if (answers) {
            send(context);
        } else {
            ended(context);
        }
    }

    private void ended(ExtensionContext context) {
        left--;
        if (left == 0) {
            notify(context, RoundTripProtocol.RESULT, context.nowNs() - beginNs);
        } else if (what == RoundTripProtocol.OF_CARDS) {
            send(context);
        } else {
            fetch(context);
        }
    }

    private void fetch(ExtensionContext context) {
        HostRegion from = segment;
        Buffer to = variable;
        if (from == null || to == null) {
            throw new IllegalStateException("no segment was granted, or there is no memory on the card");
        }
        copy(context.transfer(from, to), FETCHED);
    }

    private void fetched(ExtensionContext context, Message message) {
        if (what != RoundTripProtocol.PASSES) {
            send(context);
            return;
        }
        Buffer from = variable;
        left--;
        if (left == 0) {
            notify(context, RoundTripProtocol.RESULT, context.nowNs() - beginNs);
        } else if (from != null) {
            deliver(context, from);
        }
    }

    private void deliver(ExtensionContext context, Buffer from) {
        HostRegion to = segment;
        if (to == null) {
            throw new IllegalStateException("no segment was granted");
        }
        copy(context.transfer(from, to), DELIVERED);
    }

    private void copy(@Nullable TransferRequest transfer, int handler) {
        if (transfer == null) {
            throw new IllegalStateException("every transfer of the card is in use, though one exchange is under way at a time");
        }
        transfer.copy(0, 0, bytes);
        transfer.submit(handler, 0);
    }

    private void delivered(ExtensionContext context, Message message) {
        switch (what) {
            case RoundTripProtocol.PASSES -> ended(context);
            case RoundTripProtocol.OF_APPLICATIONS -> notify(context, RoundTripProtocol.ARRIVED, bytes);
            default -> {
                if (answers) {
                    fetch(context);
                } else {
                    ended(context);
                }
            }
        }
    }

    private void send(ExtensionContext context) {
        Buffer data = variable;
        if (data == null) {
            throw new IllegalStateException("there is no memory on the card");
        }
        Route to = context.network(peer, INSTANCE | (answers ? ANSWER : REQUEST), ServiceLevel.RELIABLE, 0);
        filled(context.message(to)).word(0, what).data(data, 0, bytes).send();
    }

    private static void notify(ExtensionContext context, int handler, long number) {
        filled(context.message(context.host(handler))).word(0, (int) (number >>> Integer.SIZE)).word(1, (int) number).send();
    }

    private static OutgoingMessage filled(@Nullable OutgoingMessage message) {
        if (message == null) {
            throw new IllegalStateException("a message finds no room, though one exchange is under way at a time");
        }
        return message;
    }
}
