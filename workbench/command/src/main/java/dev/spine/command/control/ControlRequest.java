package dev.spine.command.control;

import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.system.Image;
import dev.spine.system.output.JsonText;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for. In all requests that concern an extension, {@code on} names the IOP of its runtime, and null means the only
 * runtime of the system. Immutable.
 */
public sealed interface ControlRequest permits ControlRequest.Status, ControlRequest.Counters, ControlRequest.Ledger,
    ControlRequest.ListExtensions, ControlRequest.Load, ControlRequest.Inspect, ControlRequest.Unload,
    ControlRequest.Replace, ControlRequest.Send, ControlRequest.Reload, ControlRequest.Reset, ControlRequest.Stop,
    ControlRequest.RouteStatus, ControlRequest.RouteLookup, ControlRequest.RouteDump, ControlRequest.RouteTrace,
    ControlRequest.RouteTraced, ControlRequest.RouteAttach, ControlRequest.RouteDetach, ProgramRequest {
    /** How long an extension stays. */
    enum Lifetime {
        /** Until it is unloaded. */
        UNTIL_UNLOADED,
        /** Until the connection ends over which it was loaded, if it is not unloaded before. */
        OF_CONNECTION
    }

    /** The state of the system. */
    record Status() implements ControlRequest {}

    /** Every counter of every part. */
    record Counters() implements ControlRequest {}

    /** What extensions and their owners use, and what they may use. */
    record Ledger() implements ControlRequest {}

    /** The extensions that the client's user may know of. */
    record ListExtensions() implements ControlRequest {}

    /**
     * Load an extension.
     *
     * @param on which runtime
     * @param image its jar
     * @param parameters for its start
     * @param lifetime how long it stays
     */
    record Load(@Nullable String on, Image image, Map<String, String> parameters, Lifetime lifetime) implements ControlRequest {
        /** Keeps its own map. */
        public Load {
            parameters = Map.copyOf(parameters);
        }
    }

    /**
     * All that is known of an extension.
     *
     * @param on which runtime
     * @param extension its number
     */
    record Inspect(@Nullable String on, int extension) implements ControlRequest {}

    /**
     * End an extension.
     *
     * @param on which runtime
     * @param extension its number
     */
    record Unload(@Nullable String on, int extension) implements ControlRequest {}

    /**
     * Put another version in the place of an extension.
     *
     * @param on which runtime
     * @param extension its number, which the new version has, too
     * @param image the new version's jar
     * @param parameters for its start
     */
    record Replace(@Nullable String on, int extension, Image image, Map<String, String> parameters) implements ControlRequest {
        /** Keeps its own map. */
        public Replace {
            parameters = Map.copyOf(parameters);
        }
    }

    /**
     * Send a small message to a handler of an extension.
     *
     * @param on which runtime
     * @param extension its number
     * @param handler 1 to 255
     * @param words the user's, at most 12
     */
    record Send(@Nullable String on, int extension, int handler, List<Integer> words) implements ControlRequest {
        /** Keeps its own list. */
        public Send {
            words = List.copyOf(words);
        }
    }

    /** Read the system file again. */
    record Reload() implements ControlRequest {}

    /**
     * Reset an IOP, and load what the system file wants on it.
     *
     * @param iop its name
     */
    record Reset(String iop) implements ControlRequest {}

    /** End the system. */
    record Stop() implements ControlRequest {}

    /** The figures of a router and its ports. */
    record RouteStatus() implements ControlRequest {}

    /**
     * What a router does with packets to an address, and why.
     *
     * @param address of IPv4 or IPv6
     */
    record RouteLookup(String address) implements ControlRequest {}

    /**
     * A page of a router's routes, in the order of their prefixes.
     *
     * @param from number of the first; 0 looks at the table anew, further pages of the same connection are of what it had then
     */
    record RouteDump(int from) implements ControlRequest {}

    /**
     * Follow packets through a router, until the connection ends or as many have come; one trace at a time.
     *
     * @param filter an expression that holds for them
     * @param packets how many
     */
    record RouteTrace(String filter, int packets) implements ControlRequest {}

    /** Where packets of the trace of this connection have been seen since the last time. */
    record RouteTraced() implements ControlRequest {}

    /**
     * Give a router's port, which has no interface, one.
     *
     * @param port its name
     * @param interfaceName of a TAP interface
     * @param namespace name or path of its network namespace, null for that of the router's process
     */
    record RouteAttach(String port, String interfaceName, @Nullable String namespace) implements ControlRequest {}

    /**
     * Take the interface of a router's port away.
     *
     * @param port its name
     */
    record RouteDetach(String port) implements ControlRequest {}

    /** {@return the word for the request in a line} */
    default String word() {
        return switch (this) {
            case Status() -> "status";
            case Counters() -> "counters";
            case Ledger() -> "ledger";
            case ListExtensions() -> "list";
            case Load _ -> "load";
            case Inspect _ -> "inspect";
            case Unload _ -> "unload";
            case Replace _ -> "replace";
            case Send _ -> "send";
            case Reload() -> "reload";
            case Reset _ -> "reset";
            case Stop() -> "stop";
            case RouteStatus() -> "route-status";
            case RouteLookup _ -> "route-lookup";
            case RouteDump _ -> "route-dump";
            case RouteTrace _ -> "route-trace";
            case RouteTraced() -> "route-traced";
            case RouteAttach _ -> "route-attach";
            case RouteDetach _ -> "route-detach";
            case ProgramRequest program -> program.word();
        };
    }

    /** {@return the lowest version of the protocol that has the request; its line and its reply name that one} */
    default int version() {
        return ControlProtocol.FIRST_VERSION;
    }

    /** {@return as how many requests it counts where requests are paced: verifying and linking code takes long} */
    default int weight() {
        return this instanceof Load || this instanceof Replace ? ControlProtocol.WEIGHT_OF_CODE : 1;
    }

    /**
     * A request and its client's number for it.
     *
     * @param id comes back in the reply; 0 when the client gave none
     * @param request what is asked for
     */
    record Numbered(long id, ControlRequest request) {}

    /**
     * Reads a line.
     *
     * @param line without its end
     * @return the request
     * @throws RequestException when it is none
     */
    static Numbered parse(byte[] line) throws RequestException {
        Fields fields = new Fields(Json.object(line));
        long version = fields.number(ControlProtocol.VERSION_KEY, 0, Integer.MAX_VALUE);
        if (version < ControlProtocol.FIRST_VERSION || version > ControlProtocol.VERSION) {
            throw new RequestException(Refusal.VERSION, "this system speaks versions " + ControlProtocol.FIRST_VERSION + " to "
                + ControlProtocol.VERSION + " of the protocol, not " + version + ": use the spine command of the same version");
        }
        long id = fields.number(ControlProtocol.ID_KEY, 0, Long.MAX_VALUE, 0);
        ControlRequest request = read(fields);
        if (version < request.version()) {
            throw new RequestException(Refusal.VERSION, "version " + request.version() + " of the protocol is the first that has "
                + request.word() + ", and this line is of version " + version);
        }
        fields.finish();
        return new Numbered(id, request);
    }

    private static ControlRequest read(Fields fields) throws RequestException {
        String word = fields.text(ControlProtocol.REQUEST_KEY, ControlProtocol.MAX_NAME);
        return switch (word) {
            case "status" -> new Status();
            case "counters" -> new Counters();
            case "ledger" -> new Ledger();
            case "list" -> new ListExtensions();
            case "load" -> new Load(on(fields), image(fields), fields.texts("parameters"),
                fields.flag("tied") ? Lifetime.OF_CONNECTION : Lifetime.UNTIL_UNLOADED);
            case "inspect" -> new Inspect(on(fields), extension(fields));
            case "unload" -> new Unload(on(fields), extension(fields));
            case "replace" -> new Replace(on(fields), extension(fields), image(fields), fields.texts("parameters"));
            case "send" -> new Send(on(fields), extension(fields), (int) fields.number("handler", 1, ControlProtocol.MAX_NUMBER),
                fields.words("words", ControlProtocol.MAX_WORDS));
            case "reload" -> new Reload();
            case "reset" -> new Reset(fields.text("on", ControlProtocol.MAX_NAME));
            case "stop" -> new Stop();
            case "route-status" -> new RouteStatus();
            case "route-lookup" -> new RouteLookup(fields.text("address", ControlProtocol.MAX_NAME));
            case "route-dump" -> new RouteDump((int) fields.number("from", 0, Integer.MAX_VALUE));
            case "route-trace" -> new RouteTrace(fields.text("filter", ControlProtocol.MAX_FILTER),
                (int) fields.number("packets", 1, ControlProtocol.MAX_TRACED));
            case "route-traced" -> new RouteTraced();
            case "route-attach" -> new RouteAttach(fields.text("port", ControlProtocol.MAX_NAME),
                fields.text("interface", ControlProtocol.MAX_NAME), fields.textOrNull("netns", ControlProtocol.MAX_PATH));
            case "route-detach" -> new RouteDetach(fields.text("port", ControlProtocol.MAX_NAME));
            default -> readOther(word, fields);
        };
    }

    private static ControlRequest readOther(String word, Fields fields) throws RequestException {
        ProgramRequest request = ProgramRequest.read(word, fields);
        if (request == null) {
            throw new RequestException(Refusal.MALFORMED, "\"" + ControlProtocol.REQUEST_KEY + "\" must be one of status, counters,"
                + " ledger, list, load, inspect, unload, replace, send, reload, reset, stop, route-status, route-lookup, route-dump,"
                + " route-trace, route-traced, route-attach, route-detach, " + ProgramRequest.WORDS);
        }
        return request;
    }

    private static @Nullable String on(Fields fields) throws RequestException {
        return fields.textOrNull("on", ControlProtocol.MAX_NAME);
    }

    private static int extension(Fields fields) throws RequestException {
        return (int) fields.number("extension", 1, ControlProtocol.MAX_NUMBER);
    }

    private static Image image(Fields fields) throws RequestException {
        String text = fields.text("image", ControlProtocol.MAX_LINE);
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            if (bytes.length > ExtensionImage.MAX_BYTES) {
                throw new RequestException(Refusal.TOO_LONG, "the image has " + bytes.length + " bytes, and a card takes at most "
                    + ExtensionImage.MAX_BYTES + ": leave out what is not needed there");
            }
            return new Image(bytes);
        } catch (IllegalArgumentException e) {
            throw new RequestException(Refusal.MALFORMED, "\"image\" must be the bytes of a jar in base 64");
        }
    }

    /**
     * {@return the request as a line, with its end}
     *
     * @param id comes back in the reply
     */
    default String line(long id) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(ControlProtocol.VERSION_KEY, version());
        members.put(ControlProtocol.ID_KEY, id);
        members.put(ControlProtocol.REQUEST_KEY, word());
        JsonText.components((Record) this).forEach((name, value) -> {
            switch (value) {
                case null -> { }
                case Bulk bulk -> members.put(name, bulk.base64());
                case Image image -> members.put(name, Base64.getEncoder().encodeToString(image.bytes()));
                case Lifetime lifetime -> members.put("tied", lifetime == Lifetime.OF_CONNECTION);
                default -> members.put(ControlProtocol.KEYS.getOrDefault(name, name), value);
            }
        });
        return Json.line(members);
    }
}
