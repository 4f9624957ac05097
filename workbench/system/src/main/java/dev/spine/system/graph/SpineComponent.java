package dev.spine.system.graph;

import dagger.Component;
import dev.spine.system.SystemFactory;
import dev.spine.system.SystemFile;

/** The program's object graph: what reads system files and what builds systems. Any thread. */
@Component(modules = SystemModules.class)
public interface SpineComponent {
    /** {@return a reader of system files} */
    SystemFile systemFile();

    /** {@return a builder of systems} */
    SystemFactory systemFactory();

    /** {@return the graph with the kinds that come with Spine and those that {@link java.util.ServiceLoader} finds} */
    static SpineComponent create() {
        return DaggerSpineComponent.create();
    }
}
