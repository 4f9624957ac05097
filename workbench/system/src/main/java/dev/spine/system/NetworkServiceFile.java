package dev.spine.system;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.services.host.filter.CompiledFilter;
import dev.spine.extension.services.host.filter.FilterAction;
import dev.spine.extension.services.host.filter.FilterCompiler;
import dev.spine.extension.services.host.filter.FilterRule;
import dev.spine.extension.services.host.filter.FilterSyntaxException;
import dev.spine.system.file.FilePosition;
import dev.spine.system.file.TomlSection;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the {@code [[service]]} tables of a file: network services in the order in which packets come to them. Any thread. */
public final class NetworkServiceFile {
    /** Who reads a router's services gives each its place among the others. */
    private static final List<String> GIVEN = List.of("order", "handler");

    private NetworkServiceFile() {}

    /**
     * Reads services.
     *
     * @param root the file
     * @param cards names of the cards that can be named
     * @return the services, in their order
     * @throws dev.spine.system.file.SystemFileException for what is wrong, with line and column
     */
    public static List<NetworkService> read(TomlSection root, List<String> cards) {
        List<NetworkService> services = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (TomlSection section : root.sections("service")) {
            NetworkService service = read(section, cards, services);
            if (!names.add(service.name())) {
                throw section.wrong(section.has("name") ? "name" : "kind", "\"" + service.name() + "\" is another service's name, too: give"
                    + " each its own by the key name");
            }
            services.add(service);
        }
        return services;
    }

    private static NetworkService read(TomlSection section, List<String> cards, List<NetworkService> before) {
        NetworkServiceKind kind = NetworkServiceKind.read(section, "kind");
        if (cards.isEmpty()) {
            throw section.wrong("no card can have a service: give one a device of kind \"lan\" and one of kind \"runtime\"");
        }
        String name = section.name("name", kind.word());
        List<String> on = ports(section, kind, cards);
        if (section.choice("place", DevicePlacement.class, DevicePlacement.CARD) == DevicePlacement.HOST) {
            throw section.wrong("place", "is host, which sees no packet that goes from card to card: leave it out, for the card");
        }
        Map<String, String> parameters = parameters(section, kind);
        Filter filter = kind == NetworkServiceKind.FILTER ? filter(section, name) : new Filter(image(kind), List.of());
        section.finish();
        NetworkService service = new NetworkService(name, kind, on, filter.image(), parameters, filter.warnings(), section.placeOf("kind"));
        checkBeside(service, before, cards);
        return service;
    }

    /**
     * Checks that a service has its place beside those before it.
     *
     * @param service the service
     * @param before those before it
     * @param cards all that are ports
     * @throws dev.spine.system.file.SystemFileException when it has not
     */
    public static void checkBeside(NetworkService service, List<NetworkService> before, Collection<String> cards) {
        NetworkServiceKind kind = service.kind();
        for (NetworkService other : before) {
            if (kind.stage() != NetworkServiceKind.NO_STAGE && other.kind() == kind) {
                cards.stream().filter(card -> other.isOn(card) && service.isOn(card)).findFirst().ifPresent(card -> {
                    throw service.position().wrong("'" + card + "' has a service of kind " + kind.word() + " already, '" + other.name()
                        + "': a card has one of these");
                });
            }
        }
        if (before.size() >= NetworkService.MAX) {
            throw service.position().wrong("a router has at most " + NetworkService.MAX + " services: leave the others out");
        }
    }

    /**
     * Checks what can be checked before a card sees it.
     *
     * @param kind of the service
     * @param parameters that a person gives it
     * @param position where
     * @throws dev.spine.system.file.SystemFileException for what is wrong
     */
    public static void check(NetworkServiceKind kind, Map<String, String> parameters, FilePosition position) {
        for (String given : GIVEN) {
            if (parameters.containsKey(given)) {
                throw position.wrong("the parameter " + given + " follows from the order of the services: leave it out");
            }
        }
        String needed = kind.needs();
        if (needed != null && !parameters.containsKey(needed)) {
            throw position.wrong("a service of kind " + kind.word() + " needs the parameter " + needed + ": see docs/services.md");
        }
        try {
            // With those that are given to it here.
            Map<String, String> all = new LinkedHashMap<>(parameters);
            GIVEN.forEach(given -> all.put(given, "0"));
            new LoadParameters(all);
        } catch (IllegalArgumentException e) {
            throw position.wrong("the parameters cannot be passed on: " + e.getMessage());
        }
    }

    /**
     * {@return the jar of a kind that comes with Spine}
     *
     * @param kind any but a filter, which is compiled from its rules
     */
    public static Image image(NetworkServiceKind kind) {
        BuiltInExtension extension = kind.extension();
        checkArgument(extension != null, "%s is compiled from its rules", kind);
        return extension.image();
    }

    private static List<String> ports(TomlSection section, NetworkServiceKind kind, List<String> cards) {
        List<String> ports = new ArrayList<>();
        if (section.has("ports")) {
            for (String port : List.of(section.text("ports").split(",", -1))) {
                if (!cards.contains(port.strip())) {
                    throw section.wrong("ports", "\"" + port.strip() + "\" is no port; there are " + String.join(", ", cards)
                        + ": name some of them, with commas between");
                }
                if (ports.contains(port.strip())) {
                    throw section.wrong("ports", "\"" + port.strip() + "\" is named twice: name each port once");
                }
                ports.add(port.strip());
            }
        }
        if (kind.isOfOneCard() && ports.size() != 1) {
            String what = "name the one port by which clients outside come, as ports = \"" + cards.getLast() + "\"";
            throw section.has("ports") ? section.wrong("ports", "are " + ports.size() + ", and " + kind.word() + " is on one card: " + what)
                : section.wrong("'service.ports' is missing: " + what);
        }
        return ports;
    }

    private static Map<String, String> parameters(TomlSection section, NetworkServiceKind kind) {
        if (kind == NetworkServiceKind.FILTER) {
            return new LinkedHashMap<>();
        }
        Map<String, String> parameters = new LinkedHashMap<>(section.texts("parameters"));
        check(kind, parameters, section.placeOf("parameters"));
        return parameters;
    }

    private static Filter filter(TomlSection section, String name) {
        List<String> sources = List.of("expression", "rules", "file");
        List<String> there = sources.stream().filter(section::has).toList();
        boolean hasAction = section.has("action");
        if (there.size() != 1) {
            throw section.wrong(there.isEmpty() ? "a filter needs an expression: write expression = \"udp port 53\" with an action, or"
                + " rules, or the file that has them" : "a filter has one of expression, rules and file, not " + String.join(" and ", there)
                + ": keep one");
        }
        String key = there.getFirst();
        if (hasAction && !key.equals("expression")) {
            throw section.wrong("action", "is of an expression, and each of the rules has its own: leave it out");
        }
        try {
            FilterAction action = section.choice("action", FilterAction.class, FilterAction.DROP);
            return filter(name, switch (key) {
                case "expression" -> rules(action, section.text(key));
                case "rules" -> FilterRule.read(section.text(key));
                default -> FilterRule.read(text(section, key));
            });
        } catch (FilterSyntaxException e) {
            throw section.wrong(key, "is no filter: " + e.getMessage());
        }
    }

    /**
     * A filter, compiled.
     *
     * @param image its jar
     * @param warnings a line for each rule that no packet can match
     */
    public record Filter(Image image, List<String> warnings) {
        /** Keeps its own list. */
        public Filter {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * {@return a filter}
     *
     * @param name by which it is known
     * @param rules in their order
     * @throws FilterSyntaxException when a rule is too large
     */
    public static Filter filter(String name, List<FilterRule> rules) throws FilterSyntaxException {
        CompiledFilter filter = FilterCompiler.compile(rules);
        return new Filter(new Image(filter.image(name)), filter.unmatched());
    }

    /**
     * {@return rules for the packets of an expression, and for all others what else makes sense: who passes some drops the rest}
     *
     * @param action for packets for which it holds
     * @param expression as tcpdump takes it
     * @throws FilterSyntaxException when it is none
     */
    public static List<FilterRule> rules(FilterAction action, String expression) throws FilterSyntaxException {
        FilterRule rule = FilterRule.of(action, expression);
        return action == FilterAction.PASS ? List.of(rule, FilterRule.of(FilterAction.DROP, "")) : List.of(rule);
    }

    private static String text(TomlSection section, String key) {
        Path file = section.file(key);
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw section.wrong(key, "names " + file + ", and there is no such file: check the name");
        } catch (CharacterCodingException e) {
            throw section.wrong(key, "names " + file + ", which is no text: name a file of rules");
        } catch (IOException e) {
            throw section.wrong(key, "names " + file + ", which cannot be read: " + e.getMessage());
        }
    }
}
