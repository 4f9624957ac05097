package dev.spine.perf.tax;

import dev.spine.extension.bench.AttackerExtension;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

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
    FLOOD("message flood", AttackerExtension.FLOOD, 8);

    private final String title;
    private final int order;
    private final int outstanding;

    Attack(String title, int order, int outstanding) {
        this.title = title;
        this.order = order;
        this.outstanding = outstanding;
    }

    /**
     * {@return the attack of a name}
     *
     * @throws IllegalArgumentException when there is none; the message is one line with those that there are
     */
    static Attack named(String name) {
        for (Attack attack : values()) {
            if (attack.name().equalsIgnoreCase(name)) {
                return attack;
            }
        }
        throw new IllegalArgumentException("there is no attack \"" + name + "\": name some of "
            + Arrays.stream(values()).map(Attack::argument).collect(Collectors.joining(", ")));
    }

    /** {@return its name as an argument of the command and in JSON} */
    String argument() {
        return name().toLowerCase(Locale.ROOT);
    }

    String title() {
        return title;
    }

    /** Word 0 of the attacker's messages. */
    int order() {
        return order;
    }

    /** How many of its messages the host sends every {@link NeighbourRun#ATTACK_NS}. */
    int perBurst() {
        return outstanding;
    }
}
