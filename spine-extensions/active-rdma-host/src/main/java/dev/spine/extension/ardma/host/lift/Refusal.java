package dev.spine.extension.ardma.host.lift;

/**
 * One thing that keeps Java code from being a routine. Any thread.
 *
 * @param reason what kind of thing
 * @param className the class it is in, with its package
 * @param method the method it is in
 * @param source the name of the source file
 * @param line the line there, 0 when the class file does not tell
 * @param problem what is there, for people
 */
public record Refusal(Reason reason, String className, String method, String source, int line, String problem) {
    /** What can keep code from being a routine. */
    public enum Reason {
        /** No method, or none with code. */
        METHOD("name a static method that has code, and its parameters' types when there are several of its name"),
        /** A lambda that is none, or that needs what is around it. */
        LAMBDA("give a lambda that uses its parameters alone, or a reference to a static method; pass other values as arguments"),
        /** Parameters or a result of another type, or too many. */
        SIGNATURE("take and return int and long (boolean, byte, short and char count as int), with at most 16 parameters; put more into an"
            + " area, and give its number and an offset"),
        /** More than the form of routines can hold. */
        LIMIT("split the method, or do the work in several calls"),
        /** An object or null. */
        OBJECT("keep values in ints and longs, and structures in an area"),
        /** A string or another constant that is neither int nor long. */
        CONSTANT("put the bytes into the data section, and read them as area Areas.DATA"),
        /** A field that is no constant of the compiler. */
        FIELD("pass the value as a parameter, read it from an area, or make it a static final int or long with a constant value"),
        /** An array. */
        ARRAY("use Areas.SCRATCH, which is memory of the run, or an area"),
        /** A call that leaves the class. */
        CALL("call static methods of the same class, those of Areas, and of the JDK min, max, abs, compare, compareUnsigned, rotateLeft and"
            + " rotateRight of Math, Integer and Long; write what else is needed as a static method of the class, or name its"
            + " class to the lifter"),
        /** String concatenation, a lambda within the code, or a switch over types. */
        DYNAMIC("write a static method in place of a lambda, an if for each case in place of a switch over types, and emit values"
            + " in place of joining strings"),
        /** Floating point. */
        FLOATING("calculate in longs, with a fixed number of decimals or bits behind the point"),
        /** An exception that is caught. */
        HANDLER("test before, as the code that could throw is not within a routine; what an area refuses ends the run with a fault"),
        /** An exception that is thrown. */
        THROW("return a value that says so, or emit one"),
        /** An assert statement. */
        ASSERTION("return a value that says so, and assert where the routine is called"),
        /** Synchronized code. */
        SYNCHRONIZED("exclude others by Areas.cas on a word of an area");

        private final String remedy;

        Reason(String remedy) {
            this.remedy = remedy;
        }

        /** {@return what to do} */
        public String remedy() {
            return remedy;
        }
    }

    /** {@return what to do} */
    public String remedy() {
        return reason.remedy();
    }

    /** {@return all of it as one line, with the place as stack traces have it} */
    @Override
    public String toString() {
        return className + "." + method + "(" + source + (line > 0 ? ":" + line : "") + ") " + problem + ": " + remedy();
    }
}
