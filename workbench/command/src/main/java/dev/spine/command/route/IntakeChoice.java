package dev.spine.command.route;

import dev.spine.device.os.netlink.KernelEvent;
import dev.spine.device.os.netlink.KernelEvent.Change;
import dev.spine.device.os.netlink.KernelEvent.Rule;
import dev.spine.device.os.netlink.KernelEvent.Setting;
import dev.spine.extension.router.host.IntakeSettings;
import dev.spine.extension.router.host.address.Prefix;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which packets that come in by a port the cards may forward, by the kernel's rules and by its settings of interfaces. Whatever the cards
 * would not do as the kernel does goes to the host, where the kernel does it: all packets of an interface that does not forward, and those
 * to which a rule may apply that drops, or asks another table. The sources of packets are checked by the cards.
 *
 * <p>Source: Linux net/ipv4/route.c, {@code ip_route_input_slow}; net/ipv6/ip6_output.c, {@code ip6_forward}; net/core/fib_rules.c.
 *
 * <p>One thread.
 */
final class IntakeChoice {
    /** Own addresses, which the cards know. */
    private static final int LOCAL_TABLE = 255;
    /** Asked last, and empty unless somebody has filled it. */
    private static final int DEFAULT_TABLE = 253;
    private static final int MAIN_TABLE = 254;
    private static final int STRICT = 1;
    private static final int LOOSE = 2;

    private final Set<Integer> tables;
    private final Map<Key, Setting> settings = new HashMap<>();
    private List<Rule> rules = List.of();
    private List<String> rulesOfHost = List.of();
    private @Nullable Set<Key> unseen;
    private @Nullable List<Rule> reading;

    private record Key(int version, int link) {
        private static Key of(Setting setting) {
            return new Key(setting.version(), setting.link());
        }
    }

    /**
     * Nothing is known.
     *
     * @param tables numbers of the tables of routes that the cards have
     */
    IntakeChoice(Collection<Integer> tables) {
        this.tables = Set.copyOf(tables);
    }

    /** A table is told from its beginning. */
    void begins(KernelEvent.Kind kind) {
        switch (kind) {
            case SETTINGS -> unseen = new HashSet<>(settings.keySet());
            case RULES -> reading = new ArrayList<>();
            case LINKS, ADDRESSES, NEIGHBOURS, NEXT_HOPS, ROUTES -> { }
        }
    }

    /** A table has been told. */
    void ends(KernelEvent.Kind kind, boolean complete) {
        Set<Key> missing = unseen;
        if (kind == KernelEvent.Kind.SETTINGS && missing != null) {
            unseen = null;
            if (complete) {
                settings.keySet().removeAll(missing);
            }
        }
        List<Rule> read = reading;
        if (kind == KernelEvent.Kind.RULES && read != null) {
            reading = null;
            rules = complete ? List.copyOf(read) : rules;
            rulesOfHost = rules.stream().filter(rule -> !isAsTheCardsDo(rule)).map(IntakeChoice::text).distinct().toList();
        }
    }

    /** What an interface is set to, or one setting of it. */
    void on(Setting setting) {
        if (setting.change() == Change.GONE) {
            settings.remove(Key.of(setting));
            return;
        }
        if (unseen != null) {
            unseen.remove(Key.of(setting));
        }
        settings.merge(Key.of(setting), setting, (old, now) -> new Setting(Change.SET, now.version(), now.link(),
            now.forwarding() < 0 ? old.forwarding() : now.forwarding(),
            now.reversePath() < 0 ? old.reversePath() : now.reversePath(),
            now.forcedForwarding() < 0 ? old.forcedForwarding() : now.forcedForwarding()));
    }

    /** A rule: {@return whether all of them have to be read for it} */
    boolean on(Rule rule) {
        List<Rule> all = reading;
        if (all != null) {
            all.add(rule);
        }
        return all == null;
    }

    /** {@return which packets of an interface the cards may forward} */
    IntakeSettings of(KernelEvent.Link link) {
        List<IntakeSettings.Flows> toHost = new ArrayList<>();
        for (int version : new int[] {4, 6}) {
            if (forwards(version, link.index())) {
                byRules(version, link.name(), toHost);
            } else {
                toHost.add(IntakeSettings.Flows.all(version));
            }
        }
        return IntakeSettings.of(toHost, switch (Math.max(setting(4, Setting.ALL).reversePath(), setting(4, link.index()).reversePath())) {
            case STRICT -> IntakeSettings.SourceCheck.STRICT;
            case LOOSE -> IntakeSettings.SourceCheck.LOOSE;
            default -> IntakeSettings.SourceCheck.NONE;
        });
    }

    private Setting setting(int version, int link) {
        return settings.getOrDefault(new Key(version, link), new Setting(Change.GONE, version, link, -1, -1, -1));
    }

    /** Of version 6 what is set for all counts, and the interface's own forwarding is about whether it is a host there. */
    private boolean forwards(int version, int link) {
        return version == 4 ? setting(4, link).forwarding() != 0
            : setting(6, Setting.ALL).forwarding() != 0 || setting(6, link).forcedForwarding() > 0;
    }

    private void byRules(int version, String name, List<IntakeSettings.Flows> toHost) {
        List<Rule> all = rules.stream().filter(rule -> rule.version() == version).toList();
        boolean asksTables = all.isEmpty();
        for (Rule rule : all) {
            asksTables |= isForAll(rule) && tables.contains(rule.table());
            if (!isAsTheCardsDo(rule) && (rule.incoming().isEmpty() || rule.incoming().equals(name))) {
                toHost.add(new IntakeSettings.Flows(prefix(rule.from()), prefix(rule.to())));
            }
        }
        if (!asksTables) {
            toHost.add(IntakeSettings.Flows.all(version));
        }
    }

    private static boolean isForAll(Rule rule) {
        return rule.from().bits() == 0 && rule.to().bits() == 0 && rule.incoming().isEmpty() && rule.concerns() == Rule.Concerns.ALL;
    }

    /** The cards have routes of all their tables for all packets; the main table is left out where others were chosen in its place. */
    private boolean isAsTheCardsDo(Rule rule) {
        return switch (rule.concerns()) {
            case OWN, MARKED -> true;
            case ALL, SOME -> rule.table() == LOCAL_TABLE || rule.table() == DEFAULT_TABLE
                || (tables.contains(rule.table()) ? tables.size() == 1 || isForAll(rule) : rule.table() == MAIN_TABLE && isForAll(rule));
        };
    }

    private static Prefix prefix(Rule.Range range) {
        return new Prefix(range.address(), range.bits());
    }

    /** {@return the rules for which packets go to the host, for people} */
    List<String> rulesOfHost() {
        return rulesOfHost;
    }

    private static String text(Rule rule) {
        return "IPv" + rule.version() + " rule " + rule.priority() + " from " + rule.from() + " to " + rule.to()
            + (rule.incoming().isEmpty() ? "" : " by " + rule.incoming());
    }
}
