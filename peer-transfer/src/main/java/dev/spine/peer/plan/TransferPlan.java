package dev.spine.peer.plan;

import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.peer.PeerConnection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The routes between two places, each with what speaks for or against it. Any thread.
 *
 * @param source where the bytes are
 * @param destination where they go
 * @param options one for each route, in order of preference
 */
public record TransferPlan(DataLocation source, DataLocation destination, List<Option> options) {
    /**
     * A route and whether it can be taken.
     *
     * @param route the route
     * @param possible whether it can be taken now
     * @param reason why, or why not
     */
    public record Option(TransferRoute route, boolean possible, String reason) {}

    /** Copies the options. */
    public TransferPlan {
        options = List.copyOf(options);
    }

    /**
     * Weighs all routes.
     *
     * @param source where the bytes are
     * @param destination where they go
     * @param conditions what is the case now
     * @return the plan; the way through host memory is always possible
     */
    public static TransferPlan between(DataLocation source, DataLocation destination, Conditions conditions) {
        boolean equal = source.format().equals(destination.format());
        return new TransferPlan(source, destination, List.of(
            deviceToDevice(source, destination, conditions, equal),
            messageAndPull(source, destination, conditions),
            new Option(TransferRoute.THROUGH_HOST_MEMORY, true,
                "the host reaches every device" + formats(source, destination, destination.busAgent()))));
    }

    private static Option deviceToDevice(DataLocation source, DataLocation destination, Conditions conditions, boolean equal) {
        String against = againstConnection(conditions.connection());
        if (against == null && !equal && conditions.sourceCard() == Conditions.SourceCard.MOVES) {
            against = "formats differ (" + source.format() + " to " + destination.format() + ") and DMA does not convert";
        }
        if (against == null) {
            against = switch (conditions.grant()) {
                case HELD -> null;
                case REVOKED -> "the grant was revoked";
                case REFUSED -> "the grant was refused";
                case NOT_ASKED -> "no grant was asked for";
            };
        }
        return against == null
            ? new Option(TransferRoute.DEVICE_TO_DEVICE, true, "a grant is held" + formats(source, destination, source.busAgent()))
            : new Option(TransferRoute.DEVICE_TO_DEVICE, false, against);
    }

    private static Option messageAndPull(DataLocation source, DataLocation destination, Conditions conditions) {
        String against = againstConnection(conditions.connection());
        if (against == null && conditions.sourceAccess() == Access.OWNER) {
            against = "the source's memory cannot be read by others without a grant";
        }
        return against == null
            ? new Option(TransferRoute.PEER_MESSAGE_AND_PULL, true, "connected" + formats(source, destination, destination.busAgent()))
            : new Option(TransferRoute.PEER_MESSAGE_AND_PULL, false, against);
    }

    /** What happens to the format on the way, and who does it. */
    private static String formats(DataLocation source, DataLocation destination, BusAgent converter) {
        if (source.format().isEmpty()) {
            return "";
        }
        return source.format().equals(destination.format())
            ? ", formats are equal (" + source.format() + ")"
            : ", " + source.format() + " is converted to " + destination.format() + " on " + converter.name();
    }

    private static @Nullable String againstConnection(PeerConnection.@Nullable State state) {
        if (state == null) {
            return "no connection was asked for";
        }
        return state == PeerConnection.State.OPEN ? null : "the connection is " + state.name().toLowerCase(Locale.ROOT);
    }

    /**
     * {@return what the plan says of a route}
     *
     * @param route any
     */
    public Option option(TransferRoute route) {
        return options.get(route.ordinal());
    }

    /** {@return the best route that can be taken} */
    public TransferRoute best() {
        for (Option option : options) {
            if (option.possible()) {
                return option.route();
            }
        }
        return TransferRoute.THROUGH_HOST_MEMORY;
    }

    /**
     * Reports what a transfer under this plan has done.
     *
     * @param taken the route that was taken, the best or another
     * @param moved what the accounts say
     * @return the report
     */
    public TransferReport reportOn(TransferRoute taken, TransferReport.Reading moved) {
        return new TransferReport(this, taken, moved);
    }

    /** {@return one line for each route, for people} */
    public String describe() {
        StringBuilder text = new StringBuilder(source.name() + " to " + destination.name());
        for (Option option : options) {
            text.append("\n  ").append(option.route().label()).append(": ").append(option.possible() ? "possible, " : "not possible, ")
                .append(option.reason());
        }
        return text.toString();
    }
}
