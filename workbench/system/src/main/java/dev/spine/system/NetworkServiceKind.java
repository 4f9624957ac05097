package dev.spine.system;

import dev.spine.extension.router.EgressStages;
import dev.spine.system.file.TomlSection;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The network services that a router's cards can have, a row each. From the rows come the words of files, the options of
 * {@code spine route} with their help, and what is checked before a card sees a service; counters, status and metrics come from the card.
 * Any thread.
 */
public enum NetworkServiceKind {
    /** Passes, drops or counts packets by rules. */
    FILTER(null, NetworkServiceKind.NO_STAGE, null, new Option("--filter", "[PORT:]RULE", false, null,
        "A packet filter: drop, pass or count, and an expression of tcpdump")),
    /** Admits requests at a rate. */
    FLOOD(BuiltInExtension.FLOOD, NetworkServiceKind.NO_STAGE, null, new Option("--flood", "[PORT:][NAME=VALUE...]", true, null,
        "Flood protection")),
    /** Counts packets by flow and by prefix. */
    ACCOUNTING(BuiltInExtension.ACCOUNTING, NetworkServiceKind.NO_STAGE, null, new Option("--account", "[PORT:][PREFIX,...]", true,
        "prefixes", "Accounting by flow and by prefix")),
    /** Drops what comes faster than its class may. */
    POLICING(BuiltInExtension.POLICING, NetworkServiceKind.NO_STAGE, "classes", new Option("--police", "[PORT:]RATE", false, null,
        "Drops what comes in faster than RATE bits a second (k, M, G for thousands), or than its class may")),
    /** Hides hosts behind one address. */
    NAT(BuiltInExtension.NAT, EgressStages.MASQUERADE, "outside", new Option("--nat", "PORT:ADDRESS", false, "outside",
        "Masquerading: all others are behind ADDRESS of this port")),
    /** Several servers behind one address. */
    HOSTING(BuiltInExtension.HOSTING, EgressStages.HOSTING, "services", null),
    /** Lets frames leave no faster than they may. */
    SHAPING(BuiltInExtension.SHAPING, EgressStages.SHAPING, "classes", new Option("--shape", "[PORT:]RATE", false, null,
        "Lets packets leave no faster than RATE bits a second, or than their class may"));

    /** In place of the number of a stage: the service sees packets that come in, and no others. */
    public static final int NO_STAGE = 0;

    /** Why an extension that comes with Spine is no service of a router. */
    private static final Map<String, String> OTHERS = Map.of(
        "lrp", "its queues are those of sockets that an application opens by the API, see docs/services.md",
        "multicast", "its tree is said by an application by the API, see docs/services.md");

    private final @Nullable BuiltInExtension extension;
    private final int stage;
    private final @Nullable String needs;
    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final @Nullable Option option;

    NetworkServiceKind(@Nullable BuiltInExtension extension, int stage, @Nullable String needs, @Nullable Option option) {
        this.extension = extension;
        this.stage = stage;
        this.needs = needs;
        this.option = option;
    }

    /**
     * An option of {@code spine route}.
     *
     * @param name with its hyphens
     * @param label of its value in the help
     * @param mayBeAlone whether it may stand without a value
     * @param brief the parameter whose value may stand without its name, or null
     * @param help one sentence without its point
     */
    public record Option(String name, String label, boolean mayBeAlone, @Nullable String brief, String help) {}

    /** {@return the word for it in files} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return the number of its stage before the wire, of {@link EgressStages}; {@link #NO_STAGE} for none} */
    public int stage() {
        return stage;
    }

    /** {@return whether it belongs on one card alone: two cards would translate the same connections, each for itself} */
    public boolean isOfOneCard() {
        return this == NAT || this == HOSTING;
    }

    /** {@return the parameter that a service cannot do without, or null} */
    @Nullable String needs() {
        return needs;
    }

    /** {@return its option of {@code spine route}, or null when it is described in files alone} */
    public @Nullable Option option() {
        return option;
    }

    /** {@return the extension that comes with Spine; of a filter there is none, it is compiled from its rules} */
    @Nullable BuiltInExtension extension() {
        return extension;
    }

    /**
     * {@return the kind of a word}
     *
     * @param section has the word
     * @param key whose value it is
     * @throws dev.spine.system.file.SystemFileException when it is none
     */
    static NetworkServiceKind read(TomlSection section, String key) {
        String word = section.text(key);
        for (NetworkServiceKind kind : values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        String why = OTHERS.get(word);
        throw section.wrong(key, "\"" + word + "\" is no service of a router" + (why == null ? "" : ": " + why) + "; write one of "
            + Arrays.stream(values()).map(NetworkServiceKind::word).collect(Collectors.joining(", ")));
    }
}
