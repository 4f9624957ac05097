package dev.spine.command.route;

import dev.spine.extension.services.host.filter.FilterAction;
import dev.spine.extension.services.host.filter.FilterRule;
import dev.spine.extension.services.host.filter.FilterSyntaxException;
import dev.spine.system.NetworkService;
import dev.spine.system.NetworkServiceFile;
import dev.spine.system.NetworkServiceKind;
import dev.spine.system.file.FilePosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * One of the options that put a network service beside the router: {@code [PORT,PORT:]VALUE}. The value of a filter is a rule; of others a
 * short form, then parameters as {@code NAME=VALUE} with blanks between. One object for each time that one of them is given, in the order
 * of the command line.
 */
final class ServiceOption {
    private static final String PORTS = "[A-Za-z0-9._@/-]+(,[A-Za-z0-9._@/-]+)*";
    private static final String RATE = "[1-9][0-9]{0,11}[kMG]?";
    /** As the first of a list; what is wrong in it is told by who reads prefixes. */
    private static final String PREFIX = "[0-9A-Fa-f]{0,4}:[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]*/[0-9]{1,3}|[0-9]+(\\.[0-9]+){3}/[0-9]{1,2}";
    private static final long KILO = 1_000;

    @Option(names = "--filter", paramLabel = "[PORT:]RULE", description = "A packet filter: drop, pass or count, and an expression of"
        + " tcpdump; docs/services.md.")
    private @Nullable String filter;

    @Option(names = "--flood", paramLabel = "[PORT:][NAME=VALUE...]", arity = "0..1", fallbackValue = "",
        description = "Flood protection; docs/services.md.")
    private @Nullable String flood;

    @Option(names = "--account", paramLabel = "[PORT:][PREFIX,...]", arity = "0..1", fallbackValue = "",
        description = "Accounting by flow and by prefix; docs/services.md.")
    private @Nullable String account;

    @Option(names = "--police", paramLabel = "[PORT:]RATE", description = "Drops what comes in faster than RATE bits a second (k, M, G for"
        + " thousands), or than its class may; docs/services.md.")
    private @Nullable String police;

    @Option(names = "--shape", paramLabel = "[PORT:]RATE", description = "Lets packets leave no faster than RATE bits a second, or than"
        + " their class may; docs/services.md.")
    private @Nullable String shape;

    @Option(names = "--nat", paramLabel = "PORT:ADDRESS", description = "Masquerading: all others are behind ADDRESS of this port;"
        + " docs/services.md.")
    private @Nullable String nat;

    /** Made by picocli, which fills one of the fields. */
    ServiceOption() {}

    /** An option, as it was given. */
    private record Given(String option, NetworkServiceKind kind, String text) {}

    private Given given() {
        if (filter != null) {
            return new Given("--filter", NetworkServiceKind.FILTER, filter);
        }
        if (flood != null) {
            return new Given("--flood", NetworkServiceKind.FLOOD, flood);
        }
        if (account != null) {
            return new Given("--account", NetworkServiceKind.ACCOUNTING, account);
        }
        if (police != null) {
            return new Given("--police", NetworkServiceKind.POLICING, police);
        }
        if (shape != null) {
            return new Given("--shape", NetworkServiceKind.SHAPING, shape);
        }
        return new Given("--nat", NetworkServiceKind.NAT, String.valueOf(nat));
    }

    /** {@return its name} */
    String option() {
        return given().option;
    }

    /** {@return what it asks for} */
    NetworkServiceKind kind() {
        return given().kind;
    }

    /**
     * {@return the service}
     *
     * @param cards names of the cards that are ports
     * @param taken names of the services before it
     * @throws dev.spine.system.file.SystemFileException for what is wrong
     */
    NetworkService service(List<String> cards, Set<String> taken) {
        Given given = given();
        FilePosition place = FilePosition.of(given.option + " '" + given.text + "'");
        int colon = given.text.indexOf(':');
        String before = colon < 0 ? "" : given.text.substring(0, colon);
        boolean hasPorts = before.matches(PORTS) && (cards.contains(before) || !isPrefix(given.kind, given.text));
        List<String> ports = hasPorts ? ports(before, cards, place) : List.of();
        String text = (hasPorts ? given.text.substring(colon + 1) : given.text).strip();
        if (given.kind.isOfOneCard() && ports.size() != 1) {
            throw place.wrong("name the one port that is outside, as " + given.option + " " + cards.stream().findFirst().orElse("PORT")
                + ":192.0.2.1");
        }
        String word = given.kind.word();
        String name = word;
        for (int number = 2; taken.contains(name); number++) {
            name = word + "-" + number;
        }
        if (given.kind == NetworkServiceKind.FILTER) {
            NetworkServiceFile.Filter filter = filter(name, text, place);
            return new NetworkService(name, given.kind, ports, filter.image(), Map.of(), filter.warnings(), place);
        }
        Map<String, String> parameters = parameters(given.kind, text, place);
        NetworkServiceFile.check(given.kind, parameters, place);
        return new NetworkService(name, given.kind, ports, NetworkServiceFile.image(given.kind), parameters, List.of(), place);
    }

    /** An address of IPv6 has colons itself, and a list may have one later: it is a list of prefixes when no port stands in front of it. */
    private static boolean isPrefix(NetworkServiceKind kind, String text) {
        return kind == NetworkServiceKind.ACCOUNTING && text.strip().split("[,\\s]", 2)[0].matches(PREFIX);
    }

    private static List<String> ports(String text, List<String> cards, FilePosition place) {
        List<String> ports = new ArrayList<>();
        for (String name : List.of(text.split(",", -1))) {
            if (!cards.contains(name)) {
                throw place.wrong("\"" + name + "\" is no port; there are " + String.join(", ", cards)
                    + ": name one in front of the colon, or none for all");
            }
            if (!ports.contains(name)) {
                ports.add(name);
            }
        }
        return ports;
    }

    private static NetworkServiceFile.Filter filter(String name, String text, FilePosition place) {
        try {
            String word = text.split("\\s", 2)[0].toLowerCase(Locale.ROOT);
            return NetworkServiceFile.filter(name, FilterAction.of(word) == null
                ? NetworkServiceFile.rules(FilterAction.DROP, text) : FilterRule.read(text));
        } catch (FilterSyntaxException e) {
            throw place.wrong("is no filter: " + e.getMessage());
        }
    }

    private static Map<String, String> parameters(NetworkServiceKind kind, String text, FilePosition place) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String part : List.of(text.split("\\s+", -1))) {
            int equals = part.indexOf('=');
            String old = null;
            if (equals > 0) {
                old = parameters.put(part.substring(0, equals), part.substring(equals + 1));
            } else if (!part.isEmpty()) {
                for (Map.Entry<String, String> each : brief(kind, part, place).entrySet()) {
                    old = parameters.put(each.getKey(), each.getValue());
                }
            }
            if (old != null) {
                throw place.wrong("says the same twice, at " + part + ": keep one");
            }
        }
        return parameters;
    }

    /** What the short form means. */
    private static Map<String, String> brief(NetworkServiceKind kind, String part, FilePosition place) {
        return switch (kind) {
            case NAT -> Map.of("outside", part);
            case ACCOUNTING -> Map.of("prefixes", part);
            case POLICING, SHAPING -> Map.of("classes", "all", "all.rate", Long.toString(rate(part, place)));
            case FILTER, FLOOD, HOSTING -> throw place.wrong("\"" + part + "\" is no parameter: write NAME=VALUE");
        };
    }

    private static long rate(String text, FilePosition place) {
        if (!text.matches(RATE)) {
            throw place.wrong("\"" + text + "\" is no rate: write bits a second, as 2M or 250k, or parameters as NAME=VALUE");
        }
        long factor = switch (text.charAt(text.length() - 1)) {
            case 'k' -> KILO;
            case 'M' -> KILO * KILO;
            case 'G' -> KILO * KILO * KILO;
            default -> 1;
        };
        try {
            return Math.multiplyExact(Long.parseLong(factor == 1 ? text : text.substring(0, text.length() - 1)), factor);
        } catch (ArithmeticException _) {
            throw place.wrong("\"" + text + "\" is no rate: it is more than any wire carries");
        }
    }
}
