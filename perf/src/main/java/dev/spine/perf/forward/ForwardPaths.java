package dev.spine.perf.forward;

/** The paths by their names. Any thread. */
public final class ForwardPaths {
    private ForwardPaths() {}

    /**
     * {@return a path that is not open}
     *
     * @param name one of {@link ForwardPlan#PATHS}
     * @throws IllegalArgumentException when there is no such path
     */
    public static ForwardPath of(String name) {
        return switch (name) {
            case "host" -> new HostForwardPath(HostForwardPath.Way.COPY);
            case "host-header" -> new HostForwardPath(HostForwardPath.Way.HEADER);
            case "splice" -> new HostForwardPath(HostForwardPath.Way.SPLICE);
            case "i2o" -> new BridgeForwardPath();
            case "spine" -> new SpineForwardPath();
            default -> throw new IllegalArgumentException("no path '" + name + "'; there are " + ForwardPlan.PATHS);
        };
    }
}
