package dev.spine.extension.benchmarks.ardma;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExportRights;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.ardma.ArdmaProtocol;
import org.jspecify.annotations.Nullable;

/**
 * Makes small operations on another card, one after the other, as fast as they are answered, and tells its host how long all of them
 * took. On that other card it exports memory that can be read. The card's agent.
 */
public final class CallProber implements Extension {
    /** From the host: words 0 and 1: address of a server's card, word 2: its instance, word 3: the own one, word 4: its number here. */
    public static final int CONNECT = 24;
    /** From the host: bytes to export; told to {@link #TOLD}: words 0 and 1: the number of the export. */
    public static final int EXPORT = 25;
    /** From the host: word 0: how many reads of 8 bytes, words 1 and 2: the export; word 3: the number of any server of its card. */
    public static final int READ = 26;
    /** From the host: word 0: how many calls, word 1: number of the server, words 2 and 3: hash, word 4: area, words 5 and 6: argument. */
    public static final int CALL = 27;
    /**
     * To the host: words 0 and 1: nanoseconds; word 2: what could not be sent or was not answered by a value; word 3: nanoseconds of the
     * tenth of those that took longest, which of a thousand is their 99th percentile.
     */
    public static final int TOLD = 40;

    private static final int MEMORY = 28;
    private static final int EXPORTED_BYTES = 4_096;
    private static final int SERVERS = 8;
    private static final int SLOWEST = 10;
    private static final int ONE_OF_EACH = 1 | 1 << Byte.SIZE;
    private static final long FIRST_WORD = 0xFFFF_FFFFL;

    private final @Nullable Route[] servers = new Route[SERVERS];
    private final int[] sessions = new int[SERVERS];
    private int server;
    private int left;
    private boolean isCall;
    private long export;
    private int hashHigh;
    private int hashLow;
    private int area;
    private int argumentHigh;
    private int argumentLow;
    /** The shortest of them first. */
    private final long[] slowest = new long[SLOWEST];
    private long beganNs;
    private long sentNs;
    private int wrong;

    private record Parts(ExtensionContext context, Route host) {}

    @Override
    public void start(ExtensionContext context) {
        Parts made = new Parts(context, context.host(TOLD));
        context.onMessage(CONNECT, made, this::onConnect);
        context.onMessage(EXPORT, made, this::onExport);
        context.onMessage(READ, made, this::onRead);
        context.onMessage(CALL, made, this::onCall);
        context.onMessage(MEMORY, made, this::onMemory);
        context.onMessage(ArdmaProtocol.NET, made, this::onNet);
        context.onMessage(ArdmaProtocol.RETURNED, made, this::onReturned);
    }

    private void tell(Parts given, long value, int wrong) {
        OutgoingMessage message = given.context.message(given.host);
        if (message != null) {
            message.word(0, (int) (value >>> Integer.SIZE)).word(1, (int) value).word(2, wrong).word(3, (int) slowest[0]).send();
        }
    }

    private void onExport(Parts given, Message message) {
        Buffer memory = given.context.allocate(EXPORTED_BYTES);
        tell(given, memory == null ? 0 : given.context.sharedMemory().export(memory, ExportRights.READ), 0);
    }

    private void onConnect(Parts given, Message message) {
        long address = (long) message.word(0) << Integer.SIZE | message.word(1) & FIRST_WORD;
        int number = message.word(4);
        Route to = given.context.network(address, message.word(2) << Byte.SIZE | ArdmaProtocol.NET, ServiceLevel.RELIABLE,
            ArdmaProtocol.RETURNED);
        servers[number] = to;
        server = number;
        long self = given.context.hardwareAddress();
        OutgoingMessage hello = given.context.message(to);
        if (hello != null) {
            hello.user(ArdmaProtocol.HELLO).word(2, (int) (self >>> Integer.SIZE)).word(3, (int) self)
                .word(4, message.word(3) << Byte.SIZE | ArdmaProtocol.NET).send();
        }
    }

    private void onRead(Parts given, Message message) {
        isCall = false;
        export = (long) message.word(1) << Integer.SIZE | message.word(2) & FIRST_WORD;
        server = message.word(3);
        begin(given, message.word(0));
    }

    private void onCall(Parts given, Message message) {
        isCall = true;
        server = message.word(1);
        hashHigh = message.word(2);
        hashLow = message.word(3);
        area = message.word(4);
        argumentHigh = message.word(5);
        argumentLow = message.word(6);
        begin(given, message.word(0));
    }

    private void begin(Parts given, int count) {
        left = count;
        wrong = 0;
        for (int i = 0; i < SLOWEST; i++) {
            slowest[i] = 0;
        }
        beganNs = given.context.nowNs();
        sentNs = beganNs;
        send(given);
    }

    private void next(Parts given) {
        long now = given.context.nowNs();
        long took = now - sentNs;
        int i = 0;
        while (i < SLOWEST && slowest[i] < took) {
            if (i > 0) {
                slowest[i - 1] = slowest[i];
            }
            slowest[i++] = took;
        }
        sentNs = now;
        send(given);
    }

    private void send(Parts given) {
        Route to = servers[server];
        if (left == 0 || to == null) {
            tell(given, given.context.nowNs() - beganNs, wrong);
            return;
        }
        left--;
        boolean isSent;
        if (isCall) {
            OutgoingMessage call = given.context.message(to);
            isSent = call != null;
            if (call != null) {
                call.user(ArdmaProtocol.CALL).word(0, left).word(1, sessions[server]).word(2, hashHigh).word(3, hashLow)
                    .word(4, ONE_OF_EACH).word(5, area).word(6, argumentHigh).word(7, argumentLow).send();
            }
        } else {
            isSent = given.context.sharedMemory().read(to, export, 0, Long.BYTES, MEMORY, left);
        }
        if (!isSent) {
            wrong += left + 1;
            left = 0;
            tell(given, given.context.nowNs() - beganNs, wrong);
        }
    }

    private void onReturned(Parts given, Message message) {
        wrong += left + 1;
        left = 0;
        tell(given, 0, wrong);
    }

    private void onMemory(Parts given, Message message) {
        wrong += message.word(1) == 0 ? 0 : 1;
        next(given);
    }

    private void onNet(Parts given, Message message) {
        if (message.user() != ArdmaProtocol.ANSWER) {
            return;
        }
        if (sessions[server] == 0) {
            sessions[server] = message.word(2);
            tell(given, message.word(1), 0);
            return;
        }
        wrong += message.word(1) == ArdmaProtocol.DONE ? 0 : 1;
        next(given);
    }
}
