package dev.spine.extension.runtime;

import dev.spine.extension.runtime.service.CallFrame;
import dev.spine.extension.runtime.service.CallerSide;

/** What the runtime knows behind an object through which an extension calls a service. Belongs to the card's agent. */
final class CardLink implements CallerSide {
    private final ExtensionInstance caller;
    private final ServiceOffer offer;

    CardLink(ExtensionInstance caller, ServiceOffer offer) {
        this.caller = caller;
        this.offer = offer;
    }

    @Override
    public CallFrame begin() {
        return caller.runtime().serviceCalls().begin(offer);
    }

    @Override
    public void call(int method, CallFrame frame) {
        caller.runtime().serviceCalls().call(caller, offer, method, frame);
    }
}
