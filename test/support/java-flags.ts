/** Runs short Java programs with about two thirds of the work, without the optimizing compiler. */
export const JAVA_FLAGS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
