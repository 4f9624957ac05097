package dev.spine.extension.interfaces;

/** Which endpoints of which nodes the channels of one endpoint are bound to. A binding is such an endpoint as one number. */
final class UNetChannels {
    private static final int NONE = -1;

    private final int[] bindings = new int[UNetProtocol.CHANNELS];
    private final int[] channels = new int[UNetProtocol.MAX_NODES * UNetProtocol.MAX_ENDPOINTS];

    UNetChannels() {
        clear();
    }

    /** {@return an endpoint of a node as one number} */
    static int binding(int node, int endpoint) {
        return node * UNetProtocol.MAX_ENDPOINTS + endpoint;
    }

    /** Binds none from now on. */
    void clear() {
        for (int i = 0; i < bindings.length; i++) {
            bindings[i] = NONE;
        }
        for (int i = 0; i < channels.length; i++) {
            channels[i] = NONE;
        }
    }

    /** Binds a channel to an endpoint of a node: {@return whether both are free} */
    boolean bind(int channel, int node, int endpoint) {
        int binding = binding(node, endpoint);
        if (channel < 0 || channel >= UNetProtocol.CHANNELS || bindings[channel] != NONE || channels[binding] != NONE) {
            return false;
        }
        bindings[channel] = binding;
        channels[binding] = channel;
        return true;
    }

    /** {@return the channel that is bound to an endpoint of a node, or -1} */
    int channelOf(int node, int endpoint) {
        return channels[binding(node, endpoint)];
    }

    /** {@return whether a channel is one, and bound} */
    boolean isBound(int channel) {
        return channel >= 0 && channel < UNetProtocol.CHANNELS && bindings[channel] != NONE;
    }

    /** {@return what a channel is bound to} */
    int bindingOf(int channel) {
        return bindings[channel];
    }
}
