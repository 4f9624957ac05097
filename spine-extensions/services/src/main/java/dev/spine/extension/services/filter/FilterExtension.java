package dev.spine.extension.services.filter;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;

/**
 * A packet filter: looks at each packet before others do, and passes it on or drops it, as its rules say. What the rules decide is in a
 * class that the host has compiled.
 *
 * <p>Parameter {@code order}: the priority number of its packet handler, {@value #STANDARD_ORDER} when nothing is said, so that it comes
 * before a router at 0. Counters: {@code passed} and {@code dropped} packets, and one for each rule, named by its number and its text.
 * Belongs to the card's agent thread.
 */
public abstract class FilterExtension implements Extension {
    /** Where a filter is in the order of packet handlers when nothing is said: before a router. */
    public static final int STANDARD_ORDER = -100;
    /** What {@link #decide} says of a packet about which no rule decides: it is passed on. */
    public static final int UNDECIDED = -1;
    /** The most rules: each has a counter, of which an extension has 64. */
    public static final int MAX_RULES = 60;

    /** The most characters of a counter's name. */
    private static final int MAX_NAME = 64;

    private final String[] rules;
    private final Counter[] counters;
    private final boolean[] drops;

    /**
     * Made by the compiled class.
     *
     * @param rules the text of each rule; it begins with its action
     */
    protected FilterExtension(String[] rules) {
        this.rules = rules;
        this.counters = new Counter[rules.length];
        this.drops = new boolean[rules.length];
    }

    /**
     * {@return the number of the first rule that decides about a packet, or {@link #UNDECIDED}} Rules that only count are counted on the
     * way.
     *
     * @param packet from its MAC header on
     * @param length its bytes
     */
    protected abstract int decide(Buffer packet, int length);

    /**
     * Counts a packet for a rule that does not decide.
     *
     * @param rule its number
     */
    protected final void count(int rule) {
        counters[rule].increment();
    }

    @Override
    public final void start(ExtensionContext context) {
        for (int i = 0; i < rules.length; i++) {
            String name = i + 1 + " " + rules[i];
            counters[i] = context.counter(name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME));
            drops[i] = rules[i].startsWith("drop");
        }
        String order = context.parameter("order");
        Passage passage = new Passage(this, context.counter("passed"), context.counter("dropped"));
        context.onPacket(order == null ? STANDARD_ORDER : Integer.parseInt(order), PacketFilter.everything(), passage, Passage::onPacket);
    }

    /** The way of packets through the filter. */
    private record Passage(FilterExtension filter, Counter passed, Counter dropped) {
        void onPacket(Message message) {
            Buffer packet = message.buffer();
            int rule = filter.decide(packet, packet.length());
            if (rule >= 0) {
                filter.counters[rule].increment();
                if (filter.drops[rule]) {
                    dropped.increment();
                    return;
                }
            }
            passed.increment();
            message.pass();
        }
    }
}
