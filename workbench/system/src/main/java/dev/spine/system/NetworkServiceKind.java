package dev.spine.system;

import dev.spine.extension.router.EgressStages;
import dev.spine.system.file.TomlSection;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The network services that a router's cards can have. */
public enum NetworkServiceKind {
    /** Passes, drops or counts packets by rules. */
    FILTER(null, NetworkServiceKind.NO_STAGE),
    /** Admits requests at a rate. */
    FLOOD(BuiltInExtension.FLOOD, NetworkServiceKind.NO_STAGE),
    /** Counts packets by flow and by prefix. */
    ACCOUNTING(BuiltInExtension.ACCOUNTING, NetworkServiceKind.NO_STAGE),
    /** Drops what comes faster than its class may. */
    POLICING(BuiltInExtension.POLICING, NetworkServiceKind.NO_STAGE),
    /** Hides hosts behind one address. */
    NAT(BuiltInExtension.NAT, EgressStages.MASQUERADE),
    /** Several servers behind one address. */
    HOSTING(BuiltInExtension.HOSTING, EgressStages.HOSTING),
    /** Lets frames leave no faster than they may. */
    SHAPING(BuiltInExtension.SHAPING, EgressStages.SHAPING);

    /** In place of the number of a stage: the service sees packets that come in, and no others. */
    public static final int NO_STAGE = 0;

    /** Why an extension that comes with Spine is no service of a router. */
    private static final Map<String, String> OTHERS = Map.of(
        "lrp", "its queues are those of sockets that an application opens by the API, see docs/services.md",
        "multicast", "its tree is said by an application by the API, see docs/services.md");

    private final @Nullable BuiltInExtension extension;
    private final int stage;

    NetworkServiceKind(@Nullable BuiltInExtension extension, int stage) {
        this.extension = extension;
        this.stage = stage;
    }

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
        return switch (this) {
            case NAT -> "outside";
            case HOSTING -> "services";
            case POLICING, SHAPING -> "classes";
            case FILTER, FLOOD, ACCOUNTING -> null;
        };
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
