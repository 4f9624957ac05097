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
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One of the options that put a network service beside the router, as it was given: {@code [PORT,PORT:]VALUE}. The value of a filter is a
 * rule; of others a short form, then parameters as {@code NAME=VALUE} with blanks between. One object for each time that one of them is
 * given, in the order of the command line.
 *
 * @param option its name
 * @param kind what it asks for
 * @param text its value
 */
record ServiceOption(String option, NetworkServiceKind kind, String text) {
    private static final String PORTS = "[A-Za-z0-9._@/-]+(,[A-Za-z0-9._@/-]+)*";
    private static final String RATE = "[1-9][0-9]{0,11}[kMG]?";
    /** As the first of a list; what is wrong in it is told by who reads prefixes. */
    private static final String PREFIX = "[0-9A-Fa-f]{0,4}:[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]*/[0-9]{1,3}|[0-9]+(\\.[0-9]+){3}/[0-9]{1,2}";
    private static final long KILO = 1_000;

    /** Adds the options of all kinds to the command. */
    static final class Options implements CommandLine.IModelTransformer {
        /** Made by picocli. */
        Options() {}

        @Override
        public CommandSpec transform(CommandSpec command) {
            List<ServiceOption> given = ((RouteCommand) command.userObject()).services();
            ArgGroupSpec.Builder group = ArgGroupSpec.builder().exclusive(true).multiplicity("0..*").heading("Services beside the router,"
                + " in the order in which packets come to them. PORT is the name of --tap, --xdp or --later, or several with commas; none"
                + " is all ports. In a file: [[service]].%n");
            for (NetworkServiceKind kind : NetworkServiceKind.values()) {
                NetworkServiceKind.Option option = kind.option();
                if (option != null) {
                    group.addArg(OptionSpec.builder(option.name()).paramLabel(option.label()).type(String.class)
                        .arity(option.mayBeAlone() ? "0..1" : "1").fallbackValue("").description(option.help() + "; docs/services.md.")
                        .setter(new CommandLine.Model.ISetter() {
                            @Override
                            public <T> @Nullable T set(T value) {
                                if (value != null) {
                                    given.add(new ServiceOption(option.name(), kind, (String) value));
                                }
                                return null;
                            }
                        }).build());
                }
            }
            return command.addArgGroup(group.build());
        }
    }

    /**
     * {@return the service}
     *
     * @param cards names of the cards that are ports
     * @param taken names of the services before it
     * @throws dev.spine.system.file.SystemFileException for what is wrong
     */
    NetworkService service(List<String> cards, Set<String> taken) {
        FilePosition position = FilePosition.of(option + " '" + text + "'");
        int colon = text.indexOf(':');
        String before = colon < 0 ? "" : text.substring(0, colon);
        boolean hasPorts = before.matches(PORTS) && (cards.contains(before) || !isPrefix(kind, text));
        List<String> ports = hasPorts ? ports(before, cards, position) : List.of();
        String value = (hasPorts ? text.substring(colon + 1) : text).strip();
        if (kind.isOfOneCard() && ports.size() != 1) {
            throw position.wrong("name the one port that is outside, as " + option + " " + cards.stream().findFirst().orElse("PORT")
                + ":192.0.2.1");
        }
        String word = kind.word();
        String name = word;
        for (int number = 2; taken.contains(name); number++) {
            name = word + "-" + number;
        }
        if (kind == NetworkServiceKind.FILTER) {
            NetworkServiceFile.Filter filter = filter(name, value, position);
            return new NetworkService(name, kind, ports, filter.image(), Map.of(), filter.warnings(), position);
        }
        Map<String, String> parameters = parameters(kind, value, position);
        NetworkServiceFile.check(kind, parameters, position);
        return new NetworkService(name, kind, ports, NetworkServiceFile.image(kind), parameters, List.of(), position);
    }

    /** An address of IPv6 has colons itself, and a list may have one later: it is a list of prefixes when no port stands in front of it. */
    private static boolean isPrefix(NetworkServiceKind kind, String text) {
        return kind == NetworkServiceKind.ACCOUNTING && text.strip().split("[,\\s]", 2)[0].matches(PREFIX);
    }

    private static List<String> ports(String text, List<String> cards, FilePosition position) {
        List<String> ports = new ArrayList<>();
        for (String name : List.of(text.split(",", -1))) {
            if (!cards.contains(name)) {
                throw position.wrong("\"" + name + "\" is no port; there are " + String.join(", ", cards)
                    + ": name one in front of the colon, or none for all");
            }
            if (!ports.contains(name)) {
                ports.add(name);
            }
        }
        return ports;
    }

    private static NetworkServiceFile.Filter filter(String name, String text, FilePosition position) {
        try {
            String word = text.split("\\s", 2)[0].toLowerCase(Locale.ROOT);
            return NetworkServiceFile.filter(name, FilterAction.of(word) == null
                ? NetworkServiceFile.rules(FilterAction.DROP, text) : FilterRule.read(text));
        } catch (FilterSyntaxException e) {
            throw position.wrong("is no filter: " + e.getMessage());
        }
    }

    private static Map<String, String> parameters(NetworkServiceKind kind, String text, FilePosition position) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String part : List.of(text.split("\\s+", -1))) {
            int equals = part.indexOf('=');
            String old = null;
            if (equals > 0) {
                old = parameters.put(part.substring(0, equals), part.substring(equals + 1));
            } else if (!part.isEmpty()) {
                for (Map.Entry<String, String> each : brief(kind, part, position).entrySet()) {
                    old = parameters.put(each.getKey(), each.getValue());
                }
            }
            if (old != null) {
                throw position.wrong("says the same twice, at " + part + ": keep one");
            }
        }
        return parameters;
    }

    /** What the short form means. */
    private static Map<String, String> brief(NetworkServiceKind kind, String part, FilePosition position) {
        if (kind == NetworkServiceKind.POLICING || kind == NetworkServiceKind.SHAPING) {
            return Map.of("classes", "all", "all.rate", Long.toString(rate(part, position)));
        }
        NetworkServiceKind.Option option = kind.option();
        String parameter = option == null ? null : option.brief();
        if (parameter == null) {
            throw position.wrong("\"" + part + "\" is no parameter: write NAME=VALUE");
        }
        return Map.of(parameter, part);
    }

    private static long rate(String text, FilePosition position) {
        if (!text.matches(RATE)) {
            throw position.wrong("\"" + text + "\" is no rate: write bits a second, as 2M or 250k, or parameters as NAME=VALUE");
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
            throw position.wrong("\"" + text + "\" is no rate: it is more than any wire carries");
        }
    }
}
