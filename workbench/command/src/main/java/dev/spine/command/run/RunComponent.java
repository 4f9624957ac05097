package dev.spine.command.run;

import dagger.BindsInstance;
import dagger.Component;
import dev.spine.command.control.ControlServer;
import dev.spine.command.control.ControlSocket;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.ending.Interruption;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.inject.Singleton;

/** The object graph of one run. Each part is made when it is first asked for, which is after the boot. */
@Singleton
@Component(modules = RunModule.class)
interface RunComponent {
    /** {@return the host's runtime; empty when the system's file places nothing there} */
    Optional<KernelEnvironment> kernel();

    /** {@return all runtimes} */
    Cards cards();

    /** {@return what the file asks for} */
    FileExtensions files();

    /** {@return what compiles routines of the file's servers} */
    ServedRoutines routines();

    /** {@return the cards that have the VM of PANIC} */
    Programs programs();

    /** {@return what administrators order} */
    RunControl control();

    /** {@return what clients ask, not started} */
    ControlServer server();

    /** Makes the graph of one run. */
    @Component.Factory
    interface Factory {
        /**
         * {@return the graph}
         *
         * @param system started by the run
         * @param socket where clients come
         * @param source reads the file again
         * @param interruption ends the run
         * @param text is notified of what happens, a line each
         * @param orders what the run is told
         */
        RunComponent create(@BindsInstance SpineSystem system, @BindsInstance ControlSocket socket,
            @BindsInstance Supplier<SystemDescription> source, @BindsInstance Interruption interruption,
            @BindsInstance Consumer<String> text, @BindsInstance Orders orders);
    }
}
