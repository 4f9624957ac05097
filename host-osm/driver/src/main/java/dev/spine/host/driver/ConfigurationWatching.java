package dev.spine.host.driver;

/** How a host learns that the devices of an IOP have changed. Any thread. */
public enum ConfigurationWatching {
    /** By the events of the executive: nothing is held meanwhile. */
    EVENTS,
    /** By a standing ExecLctNotify too, which holds one message frame: for IOPs that do not report every change as an event. */
    STANDING_REQUEST
}
