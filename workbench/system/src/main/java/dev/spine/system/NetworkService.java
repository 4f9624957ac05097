package dev.spine.system;

import dev.spine.system.file.FilePosition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A network service beside the router of some of its cards. Immutable.
 *
 * @param name by which it is known, unique among the services of a router
 * @param kind what it does
 * @param cards names of the cards that have it, in the order given; empty for all that are ports
 * @param image its jar, as it was when it was described
 * @param parameters for its start, without its place among the others
 * @param warnings lines about what in it can have no effect
 * @param position where it is described
 */
public record NetworkService(String name, NetworkServiceKind kind, List<String> cards, Image image, Map<String, String> parameters,
    List<String> warnings, FilePosition position) {
    /** The most services of a router. */
    public static final int MAX = 64;

    private static final long IMAGE_BYTES = 1 << 20;
    private static final long FLOW_BYTES = 72;
    private static final long SOURCE_BYTES = 32;
    private static final long CONNECTION_BYTES = 128;
    private static final long REQUEST_BYTES = 8 << 10;
    private static final long FRAME_BYTES = 2 << 10;
    private static final long STANDARD_QUEUE = 32;

    /** Keeps its own collections. */
    public NetworkService {
        cards = List.copyOf(cards);
        warnings = List.copyOf(warnings);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /**
     * {@return whether a card has it}
     *
     * @param card name of a card that is a port
     */
    public boolean isOn(String card) {
        return cards.isEmpty() || cards.contains(card);
    }

    /**
     * {@return about how much of a card's memory it takes, in bytes; what its parameters ask for beyond reason is refused by the card}
     */
    public long memoryBytes() {
        long classes = parameters.getOrDefault("classes", "").chars().filter(c -> c == ',').count() + 1;
        long queued = kind == NetworkServiceKind.SHAPING ? parameters.keySet().stream().filter(key -> key.endsWith(".queue"))
            .mapToLong(this::number).sum() + classes * STANDARD_QUEUE : 0;
        return IMAGE_BYTES + number("flows") * FLOW_BYTES + number("sources") * SOURCE_BYTES + number("connections") * CONNECTION_BYTES
            + number("requests") * REQUEST_BYTES + queued * FRAME_BYTES;
    }

    private long number(String parameter) {
        String text = parameters.getOrDefault(parameter, "0");
        return text.matches("[0-9]{1,7}") ? Long.parseLong(text) : 0;
    }
}
