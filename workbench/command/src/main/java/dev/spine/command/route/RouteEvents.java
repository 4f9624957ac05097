package dev.spine.command.route;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** What a router tells Java Flight Recorder. Nothing is made while nobody records. */
final class RouteEvents {
    private RouteEvents() {}

    /** Changes of tables, from when they were told until they were in force on every card. */
    @Name("dev.spine.RouteChanges")
    @Label("Route changes")
    @Category("Spine")
    @Description("Changes of addresses, neighbours and routes, from the first until they are in force on every card")
    @StackTrace(false)
    static final class Changes extends Event {
        @Label("Changes")
        int changes;
        @Label("Routes on the cards")
        int routes;
    }

    /** The kernel dropped events. */
    @Name("dev.spine.RoutesReadAgain")
    @Label("Routes read again")
    @Category("Spine")
    @Description("The kernel could not keep all events, so its tables were read again")
    @StackTrace(false)
    static final class ReadAgain extends Event {
        @Label("Times so far")
        long times;
    }

    /** What a port's card dropped in a second. */
    @Name("dev.spine.PacketDrops")
    @Label("Packet drops")
    @Category("Spine")
    @Description("Packets that a card dropped since the last reading, by reason")
    @StackTrace(false)
    static final class Drops extends Event {
        @Label("Port")
        String port = "";
        @Label("Reason")
        String reason = "";
        @Label("Packets")
        long packets;
    }

    /** A card whose router has stopped. */
    @Name("dev.spine.CardFailure")
    @Label("Card failure")
    @Category("Spine")
    @Description("The router of a card has stopped: the card was reset, or its extension has failed or was unloaded")
    @StackTrace(false)
    static final class CardFailure extends Event {
        @Label("Port")
        String port = "";
        @Label("Message")
        String message = "";
    }
}
