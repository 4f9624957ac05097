package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.AttackerExtension;
import java.util.Locale;

/** What an attacker tries, and how its messages come. */
enum Attack {
    /** No attack, as a control of the method: both kinds of blocks are alike. */
    NONE("nothing", 0, 0),
    /** Nearly all the fuel of each activation. */
    FUEL("fuel of each activation", AttackerExtension.BURN_FUEL, 4),
    /** Nearly all the heap of each activation. */
    HEAP("allocation", AttackerExtension.ALLOCATE, 4),
    /** Texts that double. */
    TEXT("text bomb", AttackerExtension.BUILD_TEXTS, 4),
    /** Deep calls. */
    RECURSION("deep recursion", AttackerExtension.RECURSE, 4),
    /** Exceptions without end. */
    EXCEPTIONS("exception storm", AttackerExtension.THROW_AND_CATCH, 4),
    /** An extension that fails at once, and is loaded again at once. */
    FAILURE("failing, loaded again", AttackerExtension.FAIL, 1),
    /** Messages to itself that multiply. */
    FLOOD("message flood", AttackerExtension.FLOOD, 8),
    /** Code that the compilers find worth their while, each time as new classes. */
    COMPILING("hot code, loaded again", AttackerExtension.BE_HOT, 1),
    /** As many methods of the longest that are compiled as a card remembers of an image, each time as new classes. */
    CODE("long methods, loaded again", AttackerExtension.RUN_BULK, 1),
    /** As many constant texts as an image holds, each time others, within the start: for that no owner rests. */
    CONSTANTS("new constant texts", AttackerExtension.NOTHING, 1),
    /** A long chain of objects that is counted, kept and dropped. */
    GRAPH("deep graph, kept", AttackerExtension.KEEP, 4);

    /** As many as make the compilers begin. */
    private static final int HOT_MESSAGES = 60;
    /** As many as last until all that is long has been compiled. */
    private static final int LONG_HOT_MESSAGES = 2_000;

    private final String title;
    private final int order;
    private final int outstanding;

    Attack(String title, int order, int outstanding) {
        this.title = title;
        this.order = order;
        this.outstanding = outstanding;
    }

    /** {@return its name as an argument of the command and in JSON} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    String title() {
        return title;
    }

    /** After how many messages its host unloads it and loads it again; 0 for never. */
    int messagesOfALife() {
        return switch (this) {
            case FAILURE, CONSTANTS -> 1;
            case COMPILING -> HOT_MESSAGES;
            case CODE -> LONG_HOT_MESSAGES;
            default -> 0;
        };
    }

    /** Word 0 of the attacker's messages. */
    int order() {
        return order;
    }

    /** How many of its messages wait at one time without an answer. */
    int outstanding() {
        return outstanding;
    }
}
