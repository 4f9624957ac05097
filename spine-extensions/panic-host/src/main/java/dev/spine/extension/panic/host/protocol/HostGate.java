package dev.spine.extension.panic.host.protocol;

import java.util.function.Consumer;

/** The host's twin of {@code gate.pdl}: the same checks, after the host was interrupted for the request. On the host's agent. */
public final class HostGate implements HostProgram {
    private final GateSecrets secrets;
    private final Consumer<GateRequest> service;
    private final int[] last = new int[GateSecrets.MAX_CLIENTS];
    private long refused;

    /**
     * A gate.
     *
     * @param secrets of the clients that are let through
     * @param service gets their requests
     */
    public HostGate(GateSecrets secrets, Consumer<GateRequest> service) {
        this.secrets = secrets;
        this.service = service;
    }

    @Override
    public void onMessage(ProgramMessage message) {
        int[] words = message.words();
        if (message.trigger() != Gate.REQUEST) {
            return;
        }
        if (words.length != GateRequest.WORDS || secrets.secret(words[GateRequest.CLIENT]) == 0
            || words[GateRequest.NUMBER] <= last[words[GateRequest.CLIENT]] || secrets.hash(words) != words[GateRequest.HASH]) {
            refused++;
            return;
        }
        last[words[GateRequest.CLIENT]] = words[GateRequest.NUMBER];
        service.accept(GateRequest.of(words));
    }

    /** {@return requests that did not pass} */
    public long refused() {
        return refused;
    }
}
