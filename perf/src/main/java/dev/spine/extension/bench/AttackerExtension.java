package dev.spine.extension.bench;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;

/**
 * Wastes what it can of its card, as word 0 of a message to its handler 1 says, and stays within its quotas, so that it goes on. When that
 * is done it answers with word 1, if that is not 0.
 */
public final class AttackerExtension implements Extension {
    /** Nearly all the fuel of an activation. */
    public static final int BURN_FUEL = 1;
    /** Nearly all the heap of an activation, in arrays that are dropped. */
    public static final int ALLOCATE = 2;
    /** Long texts. */
    public static final int BUILD_TEXTS = 3;
    /** Calls as deep as the stack allows, again and again. */
    public static final int RECURSE = 4;
    /** Exceptions with their stack traces. */
    public static final int THROW_AND_CATCH = 5;
    /** An exception that ends it; its host loads it again. */
    public static final int FAIL = 6;
    /** Messages to itself, each of which sends two more, for some thousand messages. */
    public static final int FLOOD = 7;

    /** Nothing but the answer. */
    public static final int NOTHING = 8;
    /** The host's handler that gets the answers. */
    public static final int ANSWERS = 6;

    private static final int ARRAY = 60_000;
    private static final int ARRAYS = 60;
    /** Two of each one fill the queue at once, and what does not fit is not sent: so many times what the queue holds. */
    private static final int ROUNDS = 100;

    private long sink;
    private Route self = Route.NOWHERE;

    /** Loaded by the runtime. */
    public AttackerExtension() {}

    @Override
    public void start(ExtensionContext context) {
        self = context.local(1);
        Route host = context.host(ANSWERS);
        context.onMessage(1, host, (route, message) -> {
            attack(context, message);
            OutgoingMessage answer = message.word(1) == 0 ? null : context.message(route);
            if (answer != null) {
                answer.word(0, message.word(1)).send();
            }
        });
    }

    private void attack(ExtensionContext context, Message message) {
        switch (message.word(0)) {
            case BURN_FUEL -> {
                for (int i = 0; i < 70_000; i++) {
                    sink = sink * 31 + i;
                }
            }
            case ALLOCATE -> {
                for (int i = 0; i < ARRAYS; i++) {
                    sink += new byte[ARRAY].length;
                }
            }
            case BUILD_TEXTS -> {
                String text = "spine";
                for (int i = 0; i < 15; i++) {
                    text = text + text.length() + text;
                }
                sink += text.length();
            }
            case RECURSE -> {
                for (int i = 0; i < 40; i++) {
                    sink += deep(300);
                }
            }
            case THROW_AND_CATCH -> {
                for (int i = 0; i < 2_000; i++) {
                    sink += caught(i);
                }
            }
            case FAIL -> throw new IllegalStateException("on purpose");
            case FLOOD -> {
                int rounds = message.word(1) == 0 ? message.word(2) : ROUNDS;
                for (int i = 0; i < 2 && rounds > 0; i++) {
                    OutgoingMessage next = context.message(self);
                    if (next != null) {
                        next.word(0, FLOOD).word(2, rounds - 1).send();
                    }
                }
            }
            default -> sink++;
        }
    }

    private static int deep(int left) {
        return left == 0 ? 0 : deep(left - 1) + 1;
    }

    private static int caught(int number) {
        try {
            throw new IllegalStateException("number " + number);
        } catch (IllegalStateException e) {
            return number & 1;
        }
    }
}
