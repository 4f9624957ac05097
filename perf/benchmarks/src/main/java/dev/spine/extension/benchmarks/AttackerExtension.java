package dev.spine.extension.benchmarks;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Wastes what it can of its card, as word 0 of a message to its handler 1 says, and stays within its quotas, so that it goes on. When that
 * is done it answers with word 1, if that is not 0. The card's agent.
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
    /** Long code in loops, so that it is soon compiled. */
    public static final int BE_HOT = 9;
    /** A chain of objects that grows nearly to the quota of heap, is kept, and dropped. */
    public static final int KEEP = 10;
    /** Whatever its host has put in the place of {@link Bulk}, some times. */
    public static final int RUN_BULK = 11;
    /** The host's handler that gets the answers. */
    public static final int ANSWERS = 6;

    private static final int ARRAY = 60_000;
    private static final int ARRAYS = 60;
    /** Two of each one fill the queue at once, and what does not fit is not sent: so many times what the queue holds. */
    private static final int ROUNDS = 100;
    private static final int EXCEPTIONS = 200;
    private static final int LINKS = 10_000;
    private static final int LONGEST = 150_000;
    private static final int BULKS = 5;

    private record Link(@Nullable Link next, long number) {}

    private long sink;
    private @Nullable Link chain;
    private int links;
    private Route self = Route.NOWHERE;

    /** Loaded by the runtime. */
    public AttackerExtension() {}

    @Override
    public void start(ExtensionContext context) {
        Bulk.start();
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
                for (int i = 0; i < EXCEPTIONS; i++) {
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
            case BE_HOT -> {
                for (int i = 0; i < 200; i++) {
                    sink = first(sink, i) + second(sink, i) ^ third(sink, i) + fourth(sink, i);
                }
            }
            case KEEP -> {
                links = links < LONGEST ? links + LINKS : 0;
                chain = links == 0 ? null : chain;
                for (int i = 0; links > 0 && i < LINKS; i++) {
                    chain = new Link(chain, i);
                }
            }
            case RUN_BULK -> {
                for (int i = 0; i < BULKS; i++) {
                    Bulk.run();
                }
            }
            default -> sink++;
        }
    }

    private static long first(long value, int round) {
        long a = value;
        long b = round;
        for (int i = 0; i < 8; i++) {
            a = a * 31 + b ^ a >>> 7;
            b = b * 17 + a ^ b << 3;
            a = (a & 1) == 0 ? a + second(b, i) : a - third(b, i);
        }
        return a ^ b;
    }

    private static long second(long value, int round) {
        long a = value;
        for (int i = 0; i < 4; i++) {
            a = switch ((int) a & 7) {
                case 0 -> a * 3 + round;
                case 1 -> a ^ a << 11;
                case 2 -> a ^ a >>> 5;
                case 3 -> a + third(a, i);
                case 4 -> a * 7 - round;
                case 5 -> ~a + i;
                case 6 -> a ^ fourth(a, i);
                default -> a - 13;
            };
        }
        return a;
    }

    private static long third(long value, int round) {
        long a = value ^ round;
        a = a * 0x9E37_79B9L ^ a >>> 13;
        a = (a & 4) == 0 ? a * 5 ^ a << 2 : a * 9 ^ a >>> 3;
        a = (a & 8) == 0 ? a * 11 ^ a << 4 : a * 13 ^ a >>> 5;
        return (a & 16) == 0 ? fourth(a, round) : a;
    }

    private static long fourth(long value, int round) {
        long a = value + round;
        for (int i = 0; i < 3; i++) {
            a = a ^ a << 13;
            a = a ^ a >>> 7;
            a = a ^ a << 17;
        }
        return a;
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
