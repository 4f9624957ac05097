package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExportRights;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Replaceable;
import dev.spine.extension.api.Rights;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.api.State;
import org.jspecify.annotations.Nullable;

/**
 * Hands on buffers, parts of them and what others gave to the version that replaces it. Parameter {@code lose} has it release a buffer that
 * it has written into its state.
 */
public final class Heir implements Replaceable {
    /** Answer the first byte of what was given, -1 when it is empty. */
    public static final int ASK_GIVEN = 1;
    /** Keep 64 bytes more, the first of them 42. */
    public static final int KEEP_ANOTHER = 2;
    /** Answer the first byte of the last 64, -1 when they are empty. */
    public static final int ASK_ANOTHER = 3;
    /** Give a part of the own memory to the heir of the name in word 1. */
    public static final int GIVE = 4;
    /** Revoke the part, with the number in word 1. */
    public static final int REVOKE = 5;
    /** Answer the number of the last revocation that has ended. */
    public static final int ASK_REVOKED = 6;
    /** Release the own memory. */
    public static final int RELEASE = 7;
    /** Export the own memory; answers 0 when there are no more exports. */
    public static final int EXPORT = 8;
    /** Throw, unless this is the first version. */
    public static final int THROW = 9;
    /** Revoke the own memory. */
    public static final int REVOKE_OWN = 10;

    private @Nullable Buffer own;
    private @Nullable Buffer part;
    private @Nullable Buffer given;
    private @Nullable Buffer another;
    private boolean lose;
    private boolean inherited;
    private int revoked;

    /** Loaded by the runtime. */
    public Heir() {}

    @Override
    public void start(ExtensionContext context) {
        own = context.allocate(256);
        begin(context);
    }

    private void begin(ExtensionContext context) {
        lose = context.parameter("lose") != null;
        String name = context.parameter("name");
        if (name != null) {
            context.services().open(name, ServiceRights.EVERYBODY, 2);
        }
        context.onMessage(1, context, (on, message) -> answer(on, onOrder(on, message)));
        context.onMessage(2, context, (on, message) -> given = message.buffer().keep());
        context.onMessage(3, context, (on, message) -> revoked = message.word(0));
    }

    @Override
    public void save(State state) {
        put(state, "own", own);
        put(state, "part", part);
        put(state, "given", given);
        if (lose && own != null) {
            own.release();
        }
    }

    private static void put(State state, String name, @Nullable Buffer buffer) {
        if (buffer != null && buffer.length() > 0) {
            state.put(name, buffer);
        }
    }

    @Override
    public void restore(ExtensionContext context, State state) {
        inherited = true;
        own = state.buffer("own");
        part = state.buffer("part");
        given = state.buffer("given");
        begin(context);
    }

    private int onOrder(ExtensionContext context, Message message) {
        return switch (message.word(0)) {
            case ASK_GIVEN -> first(given);
            case KEEP_ANOTHER -> {
                another = context.allocate(64);
                another.put8(0, 42);
                yield 1;
            }
            case ASK_ANOTHER -> first(another);
            case GIVE -> {
                Route to = context.services().find("heir " + message.word(1));
                part = context.delegation().narrow(own, 0, 64, Rights.READ);
                yield to != null && context.delegation().give(to, part, 0) ? 1 : 0;
            }
            case REVOKE -> {
                context.delegation().revoke(part, 3, message.word(1));
                yield 1;
            }
            case REVOKE_OWN -> {
                context.delegation().revoke(own, 3, message.word(1));
                yield 1;
            }
            case ASK_REVOKED -> revoked;
            case RELEASE -> {
                own.release();
                yield 1;
            }
            case EXPORT -> context.sharedMemory().export(own, ExportRights.READ) == 0 ? 0 : 1;
            default -> {
                if (inherited) {
                    throw new IllegalStateException("the test wanted this");
                }
                yield 0;
            }
        };
    }

    private static int first(@Nullable Buffer buffer) {
        return buffer == null || buffer.length() == 0 ? -1 : buffer.u8(0);
    }

    private static void answer(ExtensionContext on, int value) {
        OutgoingMessage message = on.message(on.host(5));
        if (message != null) {
            message.word(0, value).send();
        }
    }
}
