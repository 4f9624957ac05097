package dev.spine.system;

import dagger.BindsInstance;
import dagger.Subcomponent;
import dev.spine.iop.Iop;
import dev.spine.peer.PeerTransport;

/** The objects of one IOP: made once per IOP, by the factory. */
@IopScope
@Subcomponent(modules = IopModule.class)
public interface IopComponent {
    /** {@return the IOP with its executive, without devices} */
    Iop iop();

    /** {@return the module that connects it with its peers, not yet installed} */
    PeerTransport peerTransport();

    /** Makes the objects of one IOP. */
    @Subcomponent.Factory
    interface Factory {
        /**
         * {@return the objects of an IOP}
         *
         * @param site where it is made
         */
        IopComponent create(@BindsInstance IopSite site);
    }
}
