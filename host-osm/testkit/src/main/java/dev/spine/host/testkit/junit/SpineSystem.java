package dev.spine.host.testkit.junit;

import dev.spine.host.testkit.EngineKind;
import dev.spine.host.testkit.NodePlan;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Gives each test of a class a booted node, by {@link SpineExtension}. Any thread. */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SpineExtension.class)
public @interface SpineSystem {
    /** {@return what is in the node} */
    Class<? extends NodePlan> value();

    /** {@return the engine; without it, no threads and virtual time} */
    EngineKind engine() default EngineKind.MODELLED;

    /** {@return how long a node lives} */
    Lifetime lifetime() default Lifetime.TEST;

    /** How long a node lives. */
    enum Lifetime {
        /** Each test has its own. */
        TEST,
        /** The tests of a class share one; each is checked for what it leaves behind all the same. */
        CLASS
    }
}
