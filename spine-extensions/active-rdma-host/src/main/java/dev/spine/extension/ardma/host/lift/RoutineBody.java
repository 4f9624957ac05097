package dev.spine.extension.ardma.host.lift;

import java.io.Serializable;

/**
 * Code of a routine as a lambda or as a reference to a static method. It is never called where it is written: {@link RoutineLifter} asks
 * Java, which names the implementing method of a serializable lambda, and reads that. The interfaces within take up to four longs; for
 * other parameters, extend this one by an interface of one method. Any thread.
 */
public interface RoutineBody extends Serializable {
    /** Without parameters. */
    @FunctionalInterface
    interface OfNone extends RoutineBody {
        /** {@return the routine's result} */
        long run();
    }

    /** Of one parameter. */
    @FunctionalInterface
    interface OfOne extends RoutineBody {
        /**
         * {@return the routine's result}
         *
         * @param first argument
         */
        long run(long first);
    }

    /** Of two parameters. */
    @FunctionalInterface
    interface OfTwo extends RoutineBody {
        /**
         * {@return the routine's result}
         *
         * @param first argument
         * @param second argument
         */
        long run(long first, long second);
    }

    /** Of three parameters. */
    @FunctionalInterface
    interface OfThree extends RoutineBody {
        /**
         * {@return the routine's result}
         *
         * @param first argument
         * @param second argument
         * @param third argument
         */
        long run(long first, long second, long third);
    }

    /** Of four parameters. */
    @FunctionalInterface
    interface OfFour extends RoutineBody {
        /**
         * {@return the routine's result}
         *
         * @param first argument
         * @param second argument
         * @param third argument
         * @param fourth argument
         */
        long run(long first, long second, long third, long fourth);
    }
}
